import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'

type Sent = { traceparent: string; end(status: number | null): void }

export type OutboundWatch = {
  /** A host (with its port) whose requests pass unseen. */
  except: string
  /** Called as each request is made, where the code runs that makes it; null: it is not traced. */
  begin: (request: { method: string; host: string }) => Sent | null
}

/** A request of `fetch`, as Node's own channels tell of it. */
type Fetched = { origin: string; method: string; addHeader(name: string, value: string): void }

/**
 * Sees every request that leaves this process by `fetch` or `node:http`, whoever makes it, and writes the trace into its headers.
 * Of the address only the host is told: paths hold ids and keys. Gives what ends it.
 */
export function watchOutbound({ except, begin }: OutboundWatch): () => void {
  const sent = new WeakMap<object, Sent>()

  function made(request: object, method: string, host: string, write: (name: string, value: string) => void): void {
    const span = host === except ? null : begin({ method, host })
    if (!span) return
    sent.set(request, span)
    write('traceparent', span.traceparent)
  }
  function answered(request: object, status: number | null): void {
    sent.get(request)?.end(status)
    sent.delete(request)
  }

  // What Node promises of each of these channels, in its documentation and in undici's.
  const channels: Record<string, (message: unknown) => void> = {
    'undici:request:create': (message) => {
      const { request } = message as { request: Fetched }
      made(request, request.method, new URL(request.origin).host, (name, value) => request.addHeader(name, value))
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as { request: Fetched; response: { statusCode: number } }
      answered(request, response.statusCode)
    },
    'undici:request:error': (message) => answered((message as { request: Fetched }).request, null),
    'http.client.request.created': (message) => {
      const { request } = message as { request: ClientRequest }
      const host = request.getHeader('host')
      made(request, request.method, typeof host === 'string' ? host : request.host, (name, value) => void request.setHeader(name, value))
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
      answered(request, response.statusCode ?? null)
    },
    'http.client.request.error': (message) => answered((message as { request: ClientRequest }).request, null),
  }
  for (const [name, hear] of Object.entries(channels)) subscribe(name, hear)
  return () => {
    for (const [name, hear] of Object.entries(channels)) unsubscribe(name, hear)
  }
}
