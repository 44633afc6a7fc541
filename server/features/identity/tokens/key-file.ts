import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { KeyStorage } from './remote-keys.ts'

/** A list of public RSA keys with their ids. Other fields are ignored. */
export const rsaKeys = z.object({
  keys: z
    .array(z.object({ kty: z.literal('RSA'), kid: z.string().check(z.minLength(1)), n: z.string(), e: z.string() }))
    .check(z.minLength(1), z.maxLength(20)),
})
const savedKeys = z.object({ keys: rsaKeys, readAtMs: z.number() })

/** Stores an issuer's keys in a file of the data folder. An invalid file counts as missing. */
export function fileKeyStorage(folder: string, name: string): KeyStorage {
  const path = join(folder, `keys-${name}.json`)
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch(() => null)
      return text === null ? null : (savedKeys.safeParse(parse(text)).data ?? null)
    },
    async save({ keys, readAtMs }) {
      // Written to a new file and renamed, so that a crash leaves no partial file.
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
