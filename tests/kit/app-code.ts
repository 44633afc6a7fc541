import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000

/** The code that an authenticator app shows now for a key in base 32 (RFC 6238). */
export function appCode(key: string): string {
  const bits = key.replaceAll(/\W/g, '').replaceAll(/./g, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS)))
  const hash = createHmac('sha1', secret).update(step).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The key in the address of an app's QR code. */
export const keyOf = (uri: string): string => new URL(uri).searchParams.get('secret') ?? ''
