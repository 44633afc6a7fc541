import type { Files } from '#server/features/uploads/uploads.files.ts'
import { BackupError } from './backup-folder.ts'

/** Concurrent transfers: enough to hide the latency of a bucket, few enough for any memory. */
const CONCURRENCY = 8

type Source = Pick<Files, 'listAll' | 'getBytes' | 'getMetaData'>
type Target = Pick<Files, 'listAll' | 'getBytes' | 'put'>
type CopyResult = { files: number; bytes: number }

/**
 * Copies every file of one store into another under the same name, and reads each back to compare it byte for byte. Existing files are left
 * alone, so an interrupted run can be repeated. Nothing is removed from the source.
 * @throws BackupError for a file that differs when read back
 */
export async function carryFiles(from: Source, to: Target): Promise<CopyResult> {
  const isThere = new Set<string>()
  for await (const keys of keysOf(to)) for (const key of keys) isThere.add(key)
  const result: CopyResult = { files: 0, bytes: 0 }
  const copyFile = async (key: string): Promise<void> => {
    const bytes = Buffer.from(await from.getBytes(key))
    const hasArrived = async () => bytes.equals(Buffer.from(await to.getBytes(key)))
    if (!isThere.has(key) || !(await hasArrived())) {
      const { contentType } = await from.getMetaData(key)
      await to.put(key, bytes, contentType ? { contentType } : {})
      if (!(await hasArrived())) throw new BackupError(`${key} was not copied correctly. Nothing was removed; start again.`)
    }
    result.files++
    result.bytes += bytes.length
  }
  for await (const keys of keysOf(from)) {
    for (let index = 0; index < keys.length; index += CONCURRENCY) await Promise.all(keys.slice(index, index + CONCURRENCY).map(copyFile))
  }
  return result
}

/** The names of all files, a page of the listing at a time. */
async function* keysOf(files: Pick<Files, 'listAll'>): AsyncGenerator<string[]> {
  let paginationToken: string | undefined
  do {
    const page = await files.listAll('', { recursive: true, ...(paginationToken ? { paginationToken } : {}) })
    yield [...page.objects].flatMap((object) => (object.isFile ? [object.key] : []))
    paginationToken = page.paginationToken
  } while (paginationToken)
}
