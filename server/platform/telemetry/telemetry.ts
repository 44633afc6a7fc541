import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span as OpenSpan, SpanKind, Tracer } from '@opentelemetry/api'
import type { Registry } from 'prom-client'
import { callPattern } from '#contract/call.ts'
import { AppError } from '#contract/errors.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import { type OnStatement, titleOf } from '../db/statement.ts'
import type { Route } from '../http/route.ts'
import type { JobDefinition, Jobs } from '../jobs.ts'
import type { SocketRoute } from '../socket/socket-route.ts'
import { sendMetrics } from './metrics-export.ts'
import { watchOutbound } from './outbound.ts'

/** Facts of a span: ids, counts and words of our own, as in the log. */
type Facts = Record<string, string | number>
type Span = <T>(name: string, facts: Facts, work: () => Promise<T> | T, callersTrace?: string | null) => Promise<T>

/** Traces and figures for an OpenTelemetry collector; without one, everything passes through as it is. */
export type Telemetry = {
  routes(routes: readonly Route[]): readonly Route[]
  frames(routes: readonly SocketRoute[]): readonly SocketRoute[]
  jobs(jobs: Jobs): Jobs
  /** For `openDatabase`: each statement of a call, frame or job becomes a span of it. */
  onStatement?: OnStatement
  /** Sends the figures of /metrics as well, from now on. */
  exportMetrics(registry: Registry): void
  /** Sends what was not sent yet. */
  stop(): Promise<void>
}

const SEND_WITHIN_MS = 5_000

const untold: Telemetry = {
  routes: (routes) => routes,
  frames: (routes) => routes,
  jobs: (jobs) => jobs,
  exportMetrics: () => undefined,
  stop: async () => undefined,
}

/**
 * Opens the way to the collector at `endpoint` (OTLP over HTTP, such as http://collector:4318); null: there is none, and none of
 * OpenTelemetry's packages is loaded. A collector that is away loses spans and nothing else.
 */
export async function openTelemetry(endpoint: string | null): Promise<Telemetry> {
  if (endpoint === null) return untold
  const [traces, { OTLPTraceExporter }, { resourceFromAttributes }, api] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/api'),
  ])
  const resource = resourceFromAttributes({ 'service.name': PRODUCT_NAME.toLowerCase() })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_WITHIN_MS })
  const provider = new traces.TracerProvider({ resource, spanProcessors: [new traces.BatchSpanProcessor({ exporter })] })
  const spans = spansOf(api, provider.getTracer(PRODUCT_NAME.toLowerCase()))
  // What is sent to the collector is no work of ours: tracing it would go on for ever.
  const stopWatching = watchOutbound({ except: new URL(endpoint).host, begin: spans.beginOutbound })
  let stopMetrics = async (): Promise<void> => undefined

  return {
    ...traced(spans.span),
    onStatement: spans.statement,
    exportMetrics(registry) {
      const opening = sendMetrics({ endpoint, registry, resource, withinMs: SEND_WITHIN_MS })
      // Without a way for figures there are still traces and /metrics.
      stopMetrics = async () => (await opening.catch(() => null))?.()
    },
    async stop() {
      stopWatching()
      await Promise.allSettled([provider.shutdown(), stopMetrics()])
    },
  }
}

/** Spans, and which one is open where the code runs. */
function spansOf(api: typeof import('@opentelemetry/api'), tracer: Tracer) {
  const current = new AsyncLocalStorage<Context>()

  /** A trace that began with the caller (a proxy, a monitor) goes on; one that is written wrongly, or not there, is a new one. */
  function above(callersTrace: string | null): Context {
    const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(callersTrace ?? '') ?? []
    // Whoever asks for no trace is traced all the same: that is for us to say.
    const caller = traceId && spanId ? { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote: true } : null
    if (caller && api.isSpanContextValid(caller)) return api.trace.setSpanContext(api.ROOT_CONTEXT, caller)
    return current.getStore() ?? api.ROOT_CONTEXT
  }

  const span: Span = async (name, attributes, work, callersTrace = null) => {
    const parent = above(callersTrace)
    const started = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent)
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

  return { span, statement, beginOutbound }
}

/** Each call, frame and job as a span of its own. */
function traced(span: Span): Pick<Telemetry, 'routes' | 'frames' | 'jobs'> {
  return {
    routes: (routes) =>
      routes.map(({ call, handle }) => ({
        call,
        handle: (input) =>
          span(`${call.method} ${callPattern(call)}`, { request_id: input.requestId }, () => handle(input), input.traceparent),
      })),
    frames: (routes) =>
      routes.map(({ frame, handle }) => ({ frame, handle: (data, peer) => span(`frame ${frame.event}`, {}, () => handle(data, peer)) })),
    jobs: (jobs) => ({
      ...jobs,
      register: <T extends object>(job: JobDefinition<T>) =>
        jobs.register<T>({ ...job, run: (data) => span(`job ${job.name}`, {}, () => job.run(data)) }),
    }),
  }
}
