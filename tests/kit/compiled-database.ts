import { readFileSync } from 'node:fs'

const file = new URL('../../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url)

/**
 * Compiles the embedded database once for all test files. While it is referenced, V8 gives the same machine code to every
 * thread of this process that compiles the same bytes, so what one file's tests have made fast is fast for the next.
 */
export default async function compileDatabase(): Promise<() => void> {
  const held = await WebAssembly.compile(readFileSync(file))
  return () => void held
}
