import { ProviderError } from './provider-error.ts'

export type OutsideAnswer = {
  status: number
  /** The media type alone, in small letters; empty when none was sent. */
  type: string
  bytes: Buffer
  /** For how long the answer may be kept, in seconds, by its own Cache-Control; 0 for not at all. */
  maxAgeSeconds: number
}

/** Reads one public address. @throws ProviderError for an address that is not on the list, and without an answer in time and size */
export type Outside = (url: string) => Promise<OutsideAnswer>

export type OutsideOptions = {
  /** The only hosts that are ever asked, letter by letter: no sub-domains, no other port. */
  hosts: readonly string[]
  timeoutMs: number
  maxBytes: number
  fetch?: typeof fetch
}

/**
 * The way out to public addresses that need no account: https to listed hosts only, no credentials, no redirects, so that no
 * answer of anybody can send this server somewhere else.
 */
export function createOutside({ hosts, timeoutMs, maxBytes, fetch: ask = (...given) => fetch(...given) }: OutsideOptions): Outside {
  return async (address) => {
    const url = allowed(address, hosts)
    const facts = { host: url.host }
    try {
      const response = await ask(url.href, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), headers: { accept: '*/*' } })
      return {
        status: response.status,
        type: (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
        bytes: await readBytes(response, maxBytes, facts),
        maxAgeSeconds: maxAge(response.headers.get('cache-control')),
      }
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw new ProviderError('unavailable', 'the address did not answer', {
        ...facts,
        cause: error instanceof Error ? error.name : 'unknown',
      })
    }
  }
}

function allowed(address: string, hosts: readonly string[]): URL {
  const url = URL.parse(address)
  // `host` carries a port that is not https' own, so a listed name with another port is not on the list.
  const isListed = url?.protocol === 'https:' && hosts.includes(url.host) && url.username === '' && url.password === ''
  if (!url || !isListed) throw new ProviderError('unavailable', 'the address is not one we ask', { host: url?.host ?? 'none' })
  return url
}

async function readBytes(response: Response, maxBytes: number, facts: Record<string, unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream, so the rest is never read.
    if (size > maxBytes) throw new ProviderError('malformed', 'the answer is too large', { ...facts, maxBytes })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function maxAge(header: string | null): number {
  if (header === null || /no-store|no-cache/i.test(header)) return 0
  return Number(/max-age=(\d{1,9})/i.exec(header)?.[1] ?? 0)
}
