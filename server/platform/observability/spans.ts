import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span as OpenSpan, SpanKind, Tracer } from '@opentelemetry/api'
import { AppError } from '#contract/errors.ts'
import { type OnStatement, statementTitle } from '../db/statement.ts'
import type { BatchTrace } from './batch-trace.ts'

/** Attributes of a span: ids, counts and our own names, as in the log. */
type Attributes = Record<string, string | number>
export type Span = <T>(name: string, facts: Attributes, work: () => Promise<T> | T, callersTrace?: string | null) => Promise<T>

/** Creates spans and tracks the current one. */
export function createSpans(api: typeof import('@opentelemetry/api'), tracer: Tracer) {
  const current = new AsyncLocalStorage<Context>()

  /** The parent of a new span: the caller's trace (of a proxy or monitor) if it is valid, otherwise the current span or none. */
  function above(callersTrace: string | null): Context {
    const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(callersTrace ?? '') ?? []
    // Callers can't disable tracing: that is our decision.
    const caller = traceId && spanId ? { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote: true } : null
    if (caller && api.isSpanContextValid(caller)) return api.trace.setSpanContext(api.ROOT_CONTEXT, caller)
    return current.getStore() ?? api.ROOT_CONTEXT
  }

  /** Runs the work in the context of `started`, and ends the span. */
  async function inside<T>(started: OpenSpan, parent: Context, work: () => Promise<T> | T): Promise<T> {
    try {
      return await current.run(api.trace.setSpan(parent, started), async () => work())
    } catch (error) {
      // Never the message, which may contain user input.
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
    currentContext: () => current.getStore(),
    bindContext: (work) => AsyncLocalStorage.bind(work),
    async runBatch(name, askers, work) {
      const links = askers.flatMap((asker) => {
        const context = asker ? api.trace.getSpanContext(asker) : undefined
        return context ? [{ context }] : []
      })
      return inside(tracer.startSpan(name, { links, attributes: { asked: askers.length } }, api.ROOT_CONTEXT), api.ROOT_CONTEXT, work)
    },
  }

  /** A child of the current span; null without one: background work is not traced. */
  function below(name: string, attributes: Attributes, startTime?: number): OpenSpan | null {
    const parent = current.getStore()
    const kind: SpanKind = api.SpanKind.CLIENT
    return parent ? tracer.startSpan(name, { kind, attributes, ...(startTime === undefined ? {} : { startTime }) }, parent) : null
  }

  const fail = (it: OpenSpan, code: string) => void it.setAttribute('code', code).setStatus({ code: api.SpanStatusCode.ERROR })

  const statement: OnStatement = ({ sql, ms, hasFailed }) => {
    const now = Date.now()
    const asked = below(statementTitle(sql), { 'db.system.name': 'postgresql', 'db.query.text': sql }, now - ms)
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
