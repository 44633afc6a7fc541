import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { KeyKeeper } from './remote-keys.ts'

/** A list of public RSA keys, each with its name. Anything else in it is of no use to us. */
export const rsaKeys = z.object({
  keys: z
    .array(z.object({ kty: z.literal('RSA'), kid: z.string().check(z.minLength(1)), n: z.string(), e: z.string() }))
    .check(z.minLength(1), z.maxLength(20)),
})
const kept = z.object({ keys: rsaKeys, readAtMs: z.number() })

/** Keeps an issuer's keys in a file of the data folder. A file that makes no sense counts as none. */
export function keyFile(folder: string, name: string): KeyKeeper {
  const path = join(folder, `keys-${name}.json`)
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch(() => null)
      return text === null ? null : (kept.safeParse(parse(text)).data ?? null)
    },
    async save({ keys, readAtMs }) {
      // Renamed into place as a whole: a crash must not leave half a file.
      const fresh = `${path}.${randomUUID()}`
      await writeFile(fresh, JSON.stringify({ keys, readAtMs }), { mode: 0o600 })
      await rename(fresh, path)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
