import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { folderOf, partOf, type ImportFiles } from './imports.types.ts'

/** The bytes of imports: parts in the file store, and one file below the data folder while it is read. */
export function createImportBytes({ files, tempDir }: { files: ImportFiles; tempDir: string }) {
  const pathOf = (id: string) => join(tempDir, id)

  return {
    savePart: (id: string, part: number, bytes: Buffer): Promise<void> => files.put(partOf(id, part), bytes),

    /** Puts the parts together on this machine's disk. Gives where, and the SHA-256 of all of it. */
    async assemble(id: string, parts: number): Promise<{ path: string; hash: string }> {
      await mkdir(tempDir, { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      const path = pathOf(id)
      const everything = async function* () {
        for (let part = 0; part < parts; part++) {
          for await (const piece of await files.getStream(partOf(id, part))) {
            const bytes = Buffer.from(piece)
            hash.update(bytes)
            yield bytes
          }
        }
      }
      await pipeline(everything, createWriteStream(path, { mode: 0o600 }))
      return { path, hash: hash.digest('hex') }
    },

    /** Removes the file that was put together; its parts stay for another attempt. */
    removeFile: (id: string): Promise<void> => rm(pathOf(id), { force: true }),

    /** Removes everything of an import: here at once, in the file store soon. */
    async removeAll(id: string): Promise<void> {
      await rm(pathOf(id), { force: true })
      await files.deleteFolder(folderOf(id))
    },

    /** Removes what a crash left on this machine's disk. Nothing may be under way here. */
    removeLeftovers: (): Promise<void> => rm(tempDir, { recursive: true, force: true }),
  }
}
export type ImportBytes = ReturnType<typeof createImportBytes>
