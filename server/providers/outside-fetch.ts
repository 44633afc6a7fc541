import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction, BlockList } from 'node:net'
import { Readable } from 'node:stream'

/** One GET without a body. Never follows a redirect, never sends cookies. */
export type OutsideFetch = (url: string, init: { signal: AbortSignal; headers: Record<string, string> }) => Promise<Response>

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

export type PublicFetchOptions = {
  /** Resolves a host name; the system's resolver by default. */
  resolve?: Resolve
  /** Whether an address may be connected to; public ones by default. */
  mayReach?: (address: string) => boolean
}

/**
 * Sends requests over https to public addresses only: the name is resolved once, each of its addresses is checked, and the connection goes
 * to one of exactly those. A name that resolves differently a moment later changes nothing.
 */
export function createPublicFetch({ resolve = systemLookup, mayReach = isPublicAddress }: PublicFetchOptions = {}): OutsideFetch {
  const lookup = createPublicLookup({ resolve, mayReach })

  return (url, { signal, headers }) =>
    new Promise((answer, fail) => {
      const { protocol, hostname } = new URL(url)
      const literal = hostname.replace(/^\[|\]$/g, '')
      // An address is not resolved, so it is checked here.
      if (protocol !== 'https:' || (isIP(literal) !== 0 && !mayReach(literal)))
        return fail(new Error('requests to this address are not allowed'))
      const clientRequest = request(url, {
        signal,
        lookup,
        // A new connection for each request, checked each time.
        agent: false,
        // A response without compression can't grow.
        headers: { ...headers, 'accept-encoding': 'identity' },
      })
      clientRequest.once('error', fail)
      clientRequest.once('response', (incoming) => {
        if (incoming.headers['content-encoding'] && incoming.headers['content-encoding'] !== 'identity') {
          clientRequest.destroy()
          return fail(new Error('the response is compressed, although compression was not requested'))
        }
        return answer(responseOf(incoming))
      })
      clientRequest.end()
    })
}

/** Resolves a name for a connection, and fails when any of its addresses is not public. For Node's own requests. */
export function createPublicLookup({ resolve = systemLookup, mayReach = isPublicAddress }: PublicFetchOptions = {}): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const first = error ? undefined : found[0]
      if (error || !first) return done(error ?? new Error('the name has no IP address'), [])
      // One private address is enough to reject the name: it is a likely attack.
      if (!found.every(({ address }) => mayReach(address))) return done(new Error('the name resolves to an address that is not public'), [])
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  }
}

/** Statuses of responses without a body. */
const bodiless = new Set([101, 204, 205, 304])

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 500
  const headers = new Headers()
  for (const name of ['content-type', 'cache-control', 'location', 'retry-after']) {
    const value = incoming.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (bodiless.has(status)) {
    incoming.destroy()
    return new Response(null, { status, headers })
  }
  // A web stream of bytes; its two type declarations don't differ in anything that matters here.
  return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers })
}

/** Networks that are not public: loopback, private, link-local (with the metadata services of clouds), and the rest of IANA's list. */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4')

/** The only public range of IPv6; these parts contain an IPv4 address or are for documentation. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6')

/** Whether this is a public address. Returns false for anything else. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
