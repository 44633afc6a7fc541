import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import pLimit from 'p-limit'

const SMALLEST_BYTES = 1024
/** Each compression allocates some megabytes at its start, even while it waits for a thread. */
const CONCURRENCY = 4
const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Writes a .br and a .gz beside every text file. The server sends these instead of compressing at each request. */
export async function compressFolder(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: folder }).map((name) => join(folder, name))
  await pLimit(CONCURRENCY).map(
    files.filter((file) => statSync(file).size >= SMALLEST_BYTES),
    compress,
  )
}

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file)
  const [small, other] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gz(bytes, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, small)
  writeFileSync(`${file}.gz`, other)
}
