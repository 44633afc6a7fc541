import { isIPv6 } from 'node:net'

/**
 * The part of a client's address that the client can't change at will, for rate limits: the first 64 bits of IPv6, since a
 * line gets that many. IPv4 addresses count as a whole, even when they are mapped to IPv6.
 * @example networkOf('2001:db8::1') // '2001:db8:0:0'
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // The URL parser normalizes addresses; it does not accept zones (`%eth0`).
  const plain = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const wrapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(plain)?.slice(1)
  if (wrapped) return wrapped.flatMap(bytesOf).join('.')
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail].slice(0, 4).join(':')
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}
