/* A separate process: creates a database in the folder that its argument names, and ends. */
import { PGlite } from '@electric-sql/pglite'
import { memoryOptions } from './pglite-options.ts'
import { SyncedFiles } from './synced-files.ts'
import { CREATE_SYSTEM_ERROR } from './embedded-protocol.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('create-embedded.ts needs a folder.')
// `memoryOptions` never sync: the caller syncs all files at the end.
const files = new SyncedFiles(folder)
try {
  const pglite = await PGlite.create({ ...memoryOptions, fs: files })
  await pglite.close()
} catch (error) {
  // PGlite's own error has only a number of Emscripten.
  if (files.systemError === null) throw error
  console.error(files.systemError.message)
  process.exit(CREATE_SYSTEM_ERROR)
}
