/**
 * A UUIDv7 (RFC 9562, section 5.7): 48 bits of Unix time in milliseconds, then random bits.
 * Within one millisecond the order is random; use a sequence where order matters.
 * @param nowMs Unix time in milliseconds
 */
export function newUuidv7(nowMs: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let time = Math.floor(nowMs)
  for (let index = 5; index >= 0; index--) {
    bytes[index] = time % 256
    time = Math.floor(time / 256)
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
