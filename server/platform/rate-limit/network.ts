import { isIPv6 } from 'node:net'

/**
 * The part of a client's address that its holder can't change at will, to count by: of IPv6 the first 64 bits, since a line gets
 * that many. An IPv4 address counts whole, also where a socket for both kinds has it wrapped in IPv6.
 * @example networkOf('2001:db8::1') // '2001:db8:0:0'
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // A URL's parser writes each address in one way; it knows no zones (`%eth0`).
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
