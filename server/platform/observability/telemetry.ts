import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Registry } from 'prom-client'
import { callPattern } from '#contract/base/call.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { type OnStatement, statementTitle } from '../db/statement.ts'
import type { Route } from '../http/route.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'
import type { SocketRoute } from '../socket/socket-route.ts'
import type { BatchTrace } from './batch-trace.ts'
import { logExportFailures } from './export-failures.ts'
import type { Log } from './log.ts'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span as OpenSpan, SpanKind, Tracer } from '@opentelemetry/api'
import { AppError } from '#contract/errors.ts'

/** Traces and metrics for an OpenTelemetry collector; without one, everything passes through unchanged. */
export type Telemetry = {
  routes(routes: readonly Route[]): readonly Route[]
  frames(routes: readonly SocketRoute[]): readonly SocketRoute[]
  jobs(jobs: Jobs): Jobs
  /** For `openDatabase`: each statement of a call, frame or job becomes a span. */
  onStatement?: OnStatement
  /** For work on behalf of several frames. */
  batches?: BatchTrace
  /** Also exports the metrics of /metrics from now on. */
  exportMetrics(registry: Registry): void
  /** Sends what is still buffered. */
  stop(): Promise<void>
}

const SEND_WITHIN_MS = 5_000
const METRICS_EVERY_MS = 30_000

const disabled: Telemetry = {
  routes: (routes) => routes,
  frames: (routes) => routes,
  jobs: (jobs) => jobs,
  exportMetrics: () => undefined,
  stop: async () => undefined,
}

/**
 * Opens the export to the collector at `endpoint` (OTLP over HTTP, such as http://collector:4318). With null there is none, and
 * no OpenTelemetry package is loaded. When the collector is down, spans are lost and nothing else; the first loss is logged.
 */
export async function openTelemetry(endpoint: string | null, log: Log): Promise<Telemetry> {
  if (endpoint === null) return disabled
  const [traces, { OTLPTraceExporter }, { resourceFromAttributes }, api] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/api'),
  ])
  const resource = resourceFromAttributes({
    'service.name': PRODUCT_NAME.toLowerCase(),
    'service.version': productVersion(),
    // Without it, the series of two servers would overwrite each other.
    'service.instance.id': randomUUID(),
  })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_WITHIN_MS })
  logExportFailures(exporter, 'traces', log)
  const spanProcessors = [new traces.BatchSpanProcessor({ exporter })]
  // A batch links to all its callers, however many.
  const provider = new traces.TracerProvider({ resource, spanProcessors, spanLimits: { linkCountLimit: Infinity } })
  const spans = createSpans(api, provider.getTracer(PRODUCT_NAME.toLowerCase()))
  // Tracing the exporter's own requests would never end.
  const stopWatching = traceOutboundRequests({ except: new URL(endpoint).host, startSpan: spans.beginOutbound })
  let stopMetrics = async (): Promise<void> => undefined

  return {
    ...traced(spans.span),
    onStatement: spans.statement,
    batches: spans.batches,
    exportMetrics(registry) {
      const opening = startMetricsExport({ endpoint, registry, resource, log, withinMs: SEND_WITHIN_MS })
      // When the metrics exporter can't start, traces and /metrics still work.
      stopMetrics = async () => (await opening.catch(() => null))?.()
    },
    async stop() {
      stopWatching()
      await Promise.allSettled([provider.shutdown(), stopMetrics()])
    },
  }
}

function productVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
  return version
}

/** Wraps each call, frame and job in a span. */
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

type MetricsExportOptions = {
  endpoint: string
  registry: Registry
  resource: ReturnType<typeof import('@opentelemetry/resources').resourceFromAttributes>
  log: Log
  withinMs: number
}

/** Exports the metrics of /metrics by OTLP under the same names. Returns a function that stops. */
async function startMetricsExport({ endpoint, registry, resource, log, withinMs }: MetricsExportOptions): Promise<() => Promise<void>> {
  const [{ MeterProvider, PeriodicExportingMetricReader }, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ])
  const exporter = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, timeoutMillis: withinMs })
  logExportFailures(exporter, 'metrics', log)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: METRICS_EVERY_MS, exportTimeoutMillis: withinMs })
  const provider = new MeterProvider({ resource, readers: [reader] })
  const meter = provider.getMeter(PRODUCT_NAME.toLowerCase())
  const valuesOf = async () =>
    (await registry.getMetricsAsJSON()).flatMap(({ name, help, values }) =>
      values.map((value) => ({
        name: 'metricName' in value && typeof value.metricName === 'string' ? value.metricName : name,
        help,
        value: value.value,
        // Labels are strings and, for the bounds of histograms, numbers.
        labels: value.labels as Record<string, string | number>,
      })),
    )
  // From the definitions: a histogram with labels has no values before its first observation.
  const names = (await registry.getMetricsAsJSON()).flatMap(({ name, help, type }) =>
    (String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]).map((series) => ({ name: series, help })),
  )
  const gauges = new Map(names.map(({ name, help }) => [name, meter.createObservableGauge(name, { description: help })]))
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { name, value, labels } of await valuesOf()) {
        const gauge = gauges.get(name)
        if (gauge) result.observe(gauge, value, labels)
      }
    },
    [...gauges.values()],
  )
  return () => provider.shutdown()
}

type Sent = { traceparent: string; end(status: number | null): void }

type OutboundTraceOptions = {
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
function traceOutboundRequests({ except, startSpan: begin }: OutboundTraceOptions): () => void {
  const sent = new WeakMap<object, Sent>()

  function handleRequest(request: object, method: string, host: string, write: (name: string, value: string) => void): void {
    const span = host === except ? null : begin({ method, host })
    if (!span) return
    sent.set(request, span)
    write('traceparent', span.traceparent)
  }
  function handleResponse(request: object, status: number | null): void {
    sent.get(request)?.end(status)
    sent.delete(request)
  }

  // The message types are documented by Node and undici.
  const channels: Record<string, (message: unknown) => void> = {
    'undici:request:create': (message) => {
      const { request } = message as { request: Fetched }
      handleRequest(request, request.method, new URL(request.origin).host, (name, value) => request.addHeader(name, value))
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as { request: Fetched; response: { statusCode: number } }
      handleResponse(request, response.statusCode)
    },
    'undici:request:error': (message) => handleResponse((message as { request: Fetched }).request, null),
    'http.client.request.created': (message) => {
      const { request } = message as { request: ClientRequest }
      const host = request.getHeader('host')
      handleRequest(
        request,
        request.method,
        typeof host === 'string' ? host : request.host,
        (name, value) => void request.setHeader(name, value),
      )
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
      handleResponse(request, response.statusCode ?? null)
    },
    'http.client.request.error': (message) => handleResponse((message as { request: ClientRequest }).request, null),
  }
  for (const [name, listener] of Object.entries(channels)) subscribe(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(channels)) unsubscribe(name, listener)
  }
}

/** Attributes of a span: ids, counts and our own names, as in the log. */
type Attributes = Record<string, string | number>
type Span = <T>(name: string, attributes: Attributes, work: () => Promise<T> | T, callersTrace?: string | null) => Promise<T>

function createSpans(api: typeof import('@opentelemetry/api'), tracer: Tracer) {
  const current = new AsyncLocalStorage<Context>()

  /** The parent of a new span: the caller's trace (of a proxy or monitor) if it is valid, otherwise the current span or none. */
  function parentContextOf(callersTrace: string | null): Context {
    const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(callersTrace ?? '') ?? []
    // Callers can't disable tracing: that is our decision.
    const caller = traceId && spanId ? { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote: true } : null
    if (caller && api.isSpanContextValid(caller)) return api.trace.setSpanContext(api.ROOT_CONTEXT, caller)
    return current.getStore() ?? api.ROOT_CONTEXT
  }

  /** Runs the work in the context of `started`, and ends the span. */
  async function runInSpan<T>(started: OpenSpan, parent: Context, work: () => Promise<T> | T): Promise<T> {
    try {
      return await current.run(api.trace.setSpan(parent, started), async () => work())
    } catch (error) {
      // Never the message, which may contain user input.
      markFailed(started, error instanceof AppError ? error.code : 'internal')
      throw error
    } finally {
      started.end()
    }
  }

  const span: Span = async (name, attributes, work, callersTrace = null) => {
    const parent = parentContextOf(callersTrace)
    return runInSpan(tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent), parent, work)
  }

  const batches: BatchTrace = {
    currentContext: () => current.getStore(),
    bindContext: (work) => AsyncLocalStorage.bind(work),
    async runBatch(name, askers, work) {
      const links = askers.flatMap((asker) => {
        const context = asker ? api.trace.getSpanContext(asker) : undefined
        return context ? [{ context }] : []
      })
      return runInSpan(tracer.startSpan(name, { links, attributes: { asked: askers.length } }, api.ROOT_CONTEXT), api.ROOT_CONTEXT, work)
    },
  }

  /** A child of the current span; null without one: background work is not traced. */
  function startChildSpan(name: string, attributes: Attributes, startTime?: number): OpenSpan | null {
    const parent = current.getStore()
    const kind: SpanKind = api.SpanKind.CLIENT
    return parent ? tracer.startSpan(name, { kind, attributes, ...(startTime === undefined ? {} : { startTime }) }, parent) : null
  }

  const markFailed = (openSpan: OpenSpan, code: string) =>
    void openSpan.setAttribute('code', code).setStatus({ code: api.SpanStatusCode.ERROR })

  const statement: OnStatement = ({ sql, ms, hasFailed }) => {
    const now = Date.now()
    const ended = startChildSpan(statementTitle(sql), { 'db.system.name': 'postgresql', 'db.query.text': sql }, now - ms)
    if (hasFailed && ended) markFailed(ended, 'failed')
    ended?.end(now)
  }

  function beginOutbound({ method, host }: { method: string; host: string }) {
    const sent = startChildSpan(`${method} ${host}`, { 'http.request.method': method, 'server.address': host })
    if (!sent) return null
    const { traceId, spanId } = sent.spanContext()
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      end(status: number | null) {
        if (status === null) markFailed(sent, 'unavailable')
        else sent.setAttribute('http.response.status_code', status)
        sent.end()
      },
    }
  }

  return { span, batches, statement, beginOutbound }
}
