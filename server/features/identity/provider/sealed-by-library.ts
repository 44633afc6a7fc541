import { hkdfSync } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Resealer, SealedColumn } from '#server/platform/crypto/sealed-columns.ts'

const byId = ['id'] as const
const contextOf = () => ''

/** The columns that the library encrypts with its secret: signing keys and second factors. */
export const sealedByLibrary: readonly SealedColumn[] = [
  { table: 'identity.jwks', column: 'privateKey', key: byId, contextOf },
  { table: 'identity.twoFactor', column: 'secret', key: byId, contextOf },
  { table: 'identity.twoFactor', column: 'backupCodes', key: byId, contextOf },
]

/** The key with which the library signs and encrypts, derived from the installation's secret. */
export const libraryKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'builtin-provider', 32)).toString('base64url')

/** Encrypts the library's texts again. They don't name their key, so each secret is tried. */
export function createLibraryResealer({ secret, previous }: { secret: string; previous: readonly string[] }): Resealer {
  return {
    prefix: '',
    async reseal(text) {
      // The library stores signing keys as JSON strings.
      const isJson = text.startsWith('"')
      const data = isJson ? String(JSON.parse(text)) : text
      if ((await decrypt(data, secret)) !== null) return text
      for (const old of previous) {
        const plain = await decrypt(data, old)
        if (plain === null) continue
        const fresh = await symmetricEncrypt({ key: secret, data: plain })
        return isJson ? JSON.stringify(fresh) : fresh
      }
      return null
    },
  }
}

/** Returns null for another secret; the encryption is authenticated. */
const decrypt = (data: string, key: string): Promise<string | null> => symmetricDecrypt({ key, data }).catch(() => null)
