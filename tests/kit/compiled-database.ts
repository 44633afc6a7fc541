import { readFileSync } from 'node:fs'
import { keepWebAssemblyCode } from '#server/platform/heap.ts'

const file = new URL('../../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url)

/**
 * Compiles the embedded database once for all test files. While it is referenced, V8 shares its machine code with every thread of this
 * process, so each file profits from the code that earlier files made fast.
 */
export default async function compileDatabase(): Promise<() => void> {
  keepWebAssemblyCode()
  const compiled = await WebAssembly.compile(readFileSync(file))
  return () => void compiled
}
