/* A separate process: creates a database in the folder that its argument names, and ends. */
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { memoryOptions } from './pglite-options.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('create-embedded.ts needs a folder.')
const pglite = await PGlite.create({ ...memoryOptions, fs: new NodeFS(folder) })
await pglite.close()
