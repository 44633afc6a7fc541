let count = 0

/**
 * Headers of a client with a network address of its own. Servers limit sign-ups and sign-ins by address, and a test's users would
 * otherwise all come from the same one.
 */
export function fromOwnAddress(): { 'x-forwarded-for': string } {
  count++
  return { 'x-forwarded-for': `10.${process.pid % 256}.${count >> 8}.${count % 256}` }
}
