import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Resealer } from './sealed-columns.ts'

/** Encrypts texts for this installation. */
export type Secrets = {
  /** Encrypts. `context` names the owner of the text and must be the same in `open`. */
  seal(text: string, context: string): string
  /** Returns null when the key is unknown, the text was changed, or the context differs. */
  open(sealed: string, context: string): string | null
} & Resealer

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM with a key derived from the installation's secret. Each text contains the id of its key. After a change of the
 * secret, texts of `previous` secrets stay readable, and the next start gives stored ones the new key (`resealColumn`).
 */
export function createSecrets({ secret, previous = [] }: { secret: string; previous?: readonly string[] }): Secrets {
  const current = deriveKey(secret)
  const keys = new Map([current, ...previous.map(deriveKey)].map((key) => [key.id, key]))
  const prefix = `${VERSION}.${current.id}.`
  const secrets: Secrets = {
    prefix,
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, current.id, iv.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(text, context) {
      const [version, keyId = '', iv = '', sealed = ''] = text.split('.')
      const found = keys.get(keyId)
      const bytes = Buffer.from(sealed, 'base64url')
      if (version !== VERSION || !found || bytes.length < TAG_BYTES) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', found.key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        // The tag is wrong: the text was changed or moved. The caller treats it as lost.
        return null
      }
    },
    reseal(text, context) {
      if (text.startsWith(prefix)) return text
      const opened = secrets.open(text, context)
      return opened === null ? null : secrets.seal(opened, context)
    },
  }
  return secrets
}

function deriveKey(secret: string): { id: string; key: Buffer } {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'taste tokens', 32))
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key }
}
