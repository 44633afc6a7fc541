let count = 0

/**
 * Headers of a client with its own network address. Servers limit sign-ups and sign-ins by address, and otherwise all users of a test would
 * share one.
 */
export function fromOwnAddress(): { 'x-forwarded-for': string } {
  count++
  return { 'x-forwarded-for': `10.${process.pid % 256}.${count >> 8}.${count % 256}` }
}
