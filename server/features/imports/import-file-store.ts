import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { IMPORTS_FOLDER, importFolder, importPartPath, type ImportFiles } from './imports.types.ts'

/** The bytes of imports: parts in the file store, and one local file while it is read. */
export function createImportFileStore({ files, tempDir }: { files: ImportFiles; tempDir: string }) {
  const localPath = (id: string) => join(tempDir, id)

  return {
    savePart: (id: string, part: number, bytes: Buffer): Promise<void> => files.put(importPartPath(id, part), bytes),

    /** Joins the parts on the local disk. Returns the path and the SHA-256 of the file. */
    async assemble(id: string, parts: number): Promise<{ path: string; hash: string }> {
      await mkdir(tempDir, { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      const path = localPath(id)
      const chunks = async function* () {
        for (let part = 0; part < parts; part++) {
          for await (const piece of await files.getStream(importPartPath(id, part))) {
            const bytes = Buffer.from(piece)
            hash.update(bytes)
            yield bytes
          }
        }
      }
      await pipeline(chunks, createWriteStream(path, { mode: 0o600 }))
      return { path, hash: hash.digest('hex') }
    },

    /** Deletes the local file. The parts stay for another attempt. */
    removeFile: (id: string): Promise<void> => rm(localPath(id), { force: true }),

    /** Deletes the local file at once and the parts soon. */
    async removeAll(id: string): Promise<void> {
      await rm(localPath(id), { force: true })
      await files.deleteFolder(importFolder(id))
    },

    /** The ids of imports with parts in the file store. */
    listIds: (): Promise<string[]> => files.listFolders(IMPORTS_FOLDER),

    /** Deletes local files that a crash left. No import may be running here. */
    removeTempFiles: (): Promise<void> => rm(tempDir, { recursive: true, force: true }),
  }
}
export type ImportFileStore = ReturnType<typeof createImportFileStore>
