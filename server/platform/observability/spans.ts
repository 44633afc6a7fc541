import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span as OpenSpan, SpanKind, Tracer } from '@opentelemetry/api'
import { AppError } from '#contract/errors.ts'
import { type OnStatement, titleOf } from '../db/statement.ts'
import type { BatchTrace } from './batch-trace.ts'

/** Facts of a span: ids, counts and words of our own, as in the log. */
type Facts = Record<string, string | number>
export type Span = <T>(name: string, facts: Facts, work: () => Promise<T> | T, callersTrace?: string | null) => Promise<T>

/** Spans, and which one is open where the code runs. */
export function spansOf(api: typeof import('@opentelemetry/api'), tracer: Tracer) {
  const current = new AsyncLocalStorage<Context>()

  /** A trace that began with the caller (a proxy, a monitor) goes on; one that is written wrongly, or not there, is a new one. */
  function above(callersTrace: string | null): Context {
    const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(callersTrace ?? '') ?? []
    // Whoever asks for no trace is traced all the same: that is for us to say.
    const caller = traceId && spanId ? { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote: true } : null
    if (caller && api.isSpanContextValid(caller)) return api.trace.setSpanContext(api.ROOT_CONTEXT, caller)
    return current.getStore() ?? api.ROOT_CONTEXT
  }

  /** Does the work as what `started` tells of, and ends it. */
  async function inside<T>(started: OpenSpan, parent: Context, work: () => Promise<T> | T): Promise<T> {
    try {
      return await current.run(api.trace.setSpan(parent, started), async () => work())
    } catch (error) {
      // Never its text: that may hold what somebody sent.
      fail(started, error instanceof AppError ? error.code : 'internal')
      throw error
    } finally {
      started.end()
    }
  }

  const span: Span = async (name, attributes, work, callersTrace = null) => {
    const parent = above(callersTrace)
    return inside(tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent), parent, work)
  }

  const batches: BatchTrace = {
    asker: () => current.getStore(),
    inTheirName: (work) => AsyncLocalStorage.bind(work),
    async together(name, askers, work) {
      const links = askers.flatMap((asker) => {
        const context = asker ? api.trace.getSpanContext(asker) : undefined
        return context ? [{ context }] : []
      })
      return inside(tracer.startSpan(name, { links, attributes: { asked: askers.length } }, api.ROOT_CONTEXT), api.ROOT_CONTEXT, work)
    },
  }

  /** A span below the open one; null where none is: what a server does of its own accord is not traced. */
  function below(name: string, attributes: Facts, startTime?: number): OpenSpan | null {
    const parent = current.getStore()
    const kind: SpanKind = api.SpanKind.CLIENT
    return parent ? tracer.startSpan(name, { kind, attributes, ...(startTime === undefined ? {} : { startTime }) }, parent) : null
  }

  const fail = (it: OpenSpan, code: string) => void it.setAttribute('code', code).setStatus({ code: api.SpanStatusCode.ERROR })

  const statement: OnStatement = ({ sql, ms, hasFailed }) => {
    const now = Date.now()
    const asked = below(titleOf(sql), { 'db.system.name': 'postgresql', 'db.query.text': sql }, now - ms)
    if (hasFailed && asked) fail(asked, 'failed')
    asked?.end(now)
  }

  function beginOutbound({ method, host }: { method: string; host: string }) {
    const sent = below(`${method} ${host}`, { 'http.request.method': method, 'server.address': host })
    if (!sent) return null
    const { traceId, spanId } = sent.spanContext()
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      end(status: number | null) {
        if (status === null) fail(sent, 'unavailable')
        else sent.setAttribute('http.response.status_code', status)
        sent.end()
      },
    }
  }

  return { span, batches, statement, beginOutbound }
}
