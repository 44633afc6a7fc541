import * as z from 'zod/mini'
import type { OutsideFetch } from '#server/providers/outside-fetch.ts'
import { ProviderError } from '#server/providers/provider-error.ts'

type ProviderFetch = typeof fetch

export type ProviderHttp = {
  fetch: ProviderFetch
  timeoutMs: number
  /** The maximum size of a response in bytes. */
  maxBytes: number
}

/** The largest real answer is a page of 50 tracks, about 250 KB. */
export const providerHttp: ProviderHttp = { fetch: (...given) => fetch(...given), timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 }

/** The same over https to public addresses only, for hosts of unknown parties. */
export const publicHttp = (ask: OutsideFetch): ProviderHttp => ({
  ...providerHttp,
  fetch: (url, init) =>
    ask(new Request(url).url, {
      signal: init?.signal ?? AbortSignal.timeout(providerHttp.timeoutMs),
      headers: Object.fromEntries(new Headers(init?.headers)),
    }),
})

export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

export type ProviderRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  form?: Record<string, string>
  json?: unknown
}

export type ProviderResponse = {
  status: number
  /** The value of `Retry-After` in seconds, if any. */
  retryAfterSeconds: number | null
  /** The values of `X-RateLimit-Remaining` and `X-RateLimit-Reset-In`, if the provider sends them. */
  rateLimit: { remaining: number | null; resetSeconds: number | null }
  /** Parsed JSON; undefined for another body. */
  body: unknown
}

/**
 * One request to a provider without redirects.
 * @throws ProviderError 'unavailable' without a response in time, 'malformed' for one that is too large
 */
export async function request(
  http: ProviderHttp,
  { url, method = 'GET', headers = {}, form, json }: ProviderRequest,
): Promise<ProviderResponse> {
  const logFields = { host: new URL(url).host, path: new URL(url).pathname }
  try {
    const response = await http.fetch(url, {
      method,
      headers: { accept: 'application/json', ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(form ? { body: new URLSearchParams(form) } : json === undefined ? {} : { body: JSON.stringify(json) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(http.timeoutMs),
    })
    const bytes = await readBytes(response, { maxBytes: http.maxBytes, tooLong: 'reject' }, logFields)
    const { headers: answered } = response
    return {
      status: response.status,
      retryAfterSeconds: retryAfter(answered.get('retry-after')),
      rateLimit: {
        remaining: parseWholeNumber(answered.get('x-ratelimit-remaining')),
        resetSeconds: parseWholeNumber(answered.get('x-ratelimit-reset-in')),
      },
      body: parseJson(bytes.toString('utf8')),
    }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    // The message of a failed fetch can contain the address, and with it a token: only its name is used.
    throw new ProviderError('unavailable', 'the provider did not answer', {
      ...logFields,
      cause: error instanceof Error ? error.name : 'unknown',
    })
  }
}

/**
 * A list whose malformed entries become null, so that one of them does not fail a page. Fails if there are several and all are malformed:
 * then the provider changed its format.
 */
export const entriesOf = <S extends z.ZodMiniType>(entry: S) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((given, context): (z.output<S> | null)[] => {
      const parsed = given.map((value) => entry.safeParse(value))
      const isChanged = given.length > 1 && parsed.every(({ success }) => !success)
      if (isChanged) context.issues.push({ code: 'custom', input: given, path: [0, ...(parsed[0]?.error?.issues[0]?.path ?? [])] })
      return parsed.map((result) => (result.success ? result.data : null))
    }),
  )

/** Parses the response. @throws ProviderError 'malformed' with the names of the invalid fields, but not their values */
export function parseResponse<S extends z.ZodMiniType>(schema: S, body: unknown, call: string): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.slice(0, 5).map(({ path }) => path.join('.'))
  throw new ProviderError('malformed', 'the response does not match the schema', { call, fields })
}

/** Reads a body of at most `maxBytes`. A longer one is rejected or cut. @throws ProviderError 'malformed' */
export async function readBytes(
  response: Response,
  { maxBytes, tooLong }: { maxBytes: number; tooLong: 'reject' | 'cut' },
  logFields: Record<string, unknown>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream, so the rest is not read.
    if (size > maxBytes && tooLong === 'reject')
      throw new ProviderError('malformed', 'the response is too large', { ...logFields, maxBytes })
    chunks.push(chunk)
    if (size >= maxBytes && tooLong === 'cut') break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page, or a truncated answer. Callers that need the body reject undefined.
    return undefined
  }
}

const parseWholeNumber = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null

const LONGEST_WAIT_SECONDS = 86_400

function retryAfter(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT_SECONDS) : null
}
