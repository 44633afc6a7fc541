import { createPublicFetch, type OutsideFetch } from '#server/providers/outside-fetch.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { readBytes } from '#server/providers/provider-http.ts'

export type OutsideResponse = {
  status: number
  /** The media type without parameters, in lower case; empty if it is missing. */
  type: string
  bytes: Buffer
  /** How long the response may be cached, in seconds, by its Cache-Control; 0 for not at all. */
  maxAgeSeconds: number
  /** The target of a redirect, unchanged. It is not followed. */
  location?: string
}

/**
 * Reads one public address.
 * @throws ProviderError for a host that is not listed, and without a response within the limits of time and size
 */
export type OutsideRequest = (url: string) => Promise<OutsideResponse>

export type OutsideOptions = {
  /** The only hosts that are ever requested, compared exactly, without other ports; a leading dot means all subdomains. */
  hosts: readonly string[]
  timeoutMs: number
  maxBytes: number
  /** Whether a longer response is rejected or cut. */
  tooLong?: 'reject' | 'cut'
  fetch?: OutsideFetch
}

const publicFetch = createPublicFetch()

/**
 * Outgoing requests to public addresses that need no account: https to listed hosts only, no credentials, no redirects. Neither a
 * response nor a host name can lead this server to another address or into its own network.
 */
export function createOutside({
  hosts,
  timeoutMs,
  maxBytes,
  tooLong = 'reject',
  fetch: ask = publicFetch,
}: OutsideOptions): OutsideRequest {
  return async (address) => {
    const url = requireListed(address, hosts)
    const logFields = { host: url.host }
    try {
      const response = await ask(url.href, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: '*/*' } })
      const location = response.headers.get('location')
      return {
        status: response.status,
        type: (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
        bytes: await readBytes(response, { maxBytes, tooLong }, logFields),
        maxAgeSeconds: maxAge(response.headers.get('cache-control')),
        ...(location === null ? {} : { location }),
      }
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw new ProviderError('unavailable', 'the address did not answer', {
        ...logFields,
        cause: error instanceof Error ? error.name : 'unknown',
      })
    }
  }
}

function requireListed(address: string, hosts: readonly string[]): URL {
  const url = URL.parse(address)
  // `host` includes a non-default port, so a listed name with another port is not listed.
  const isListed =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.some((listed) => (listed.startsWith('.') ? url.host.endsWith(listed) : url.host === listed))
  if (!url || !isListed) throw new ProviderError('unavailable', 'the host is not on the list', { host: url?.host ?? 'none' })
  return url
}

function maxAge(header: string | null): number {
  if (header === null || /no-store|no-cache/i.test(header)) return 0
  return Number(/max-age=(\d{1,9})/i.exec(header)?.[1] ?? 0)
}
