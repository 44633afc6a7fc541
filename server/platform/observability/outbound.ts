import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'

type Sent = { traceparent: string; end(status: number | null): void }

export type OutboundTraceOptions = {
  /** A host (with port) whose requests are not traced. */
  except: string
  /** Called for each request in the async context of the caller; null: not traced. */
  startSpan: (request: { method: string; host: string }) => Sent | null
}

/** A request of `fetch`, as undici's diagnostics channels report it. */
type Fetched = { origin: string; method: string; addHeader(name: string, value: string): void }

/**
 * Traces every outbound request of `fetch` and `node:http`, and adds the trace header. Records only the host: paths contain ids
 * and keys. Returns a function that stops.
 */
export function traceOutboundRequests({ except, startSpan: begin }: OutboundTraceOptions): () => void {
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

  // The message types are documented by Node and undici.
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
  for (const [name, listener] of Object.entries(channels)) subscribe(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(channels)) unsubscribe(name, listener)
  }
}
