import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Registry } from 'prom-client'
import { callPattern } from '#contract/base/call.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { OnStatement } from '../db/statement.ts'
import type { Route } from '../http/route.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'
import type { SocketRoute } from '../socket/socket-route.ts'
import type { BatchTrace } from './batch-trace.ts'
import { traceOutboundRequests } from './outbound.ts'
import { type Span, createSpans } from './spans.ts'

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
 * no OpenTelemetry package is loaded. When the collector is down, spans are lost and nothing else.
 */
export async function openTelemetry(endpoint: string | null): Promise<Telemetry> {
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
      const opening = startMetricsExport({ endpoint, registry, resource, withinMs: SEND_WITHIN_MS })
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
  // Our own file.
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
  withinMs: number
}

/** Exports the metrics of /metrics by OTLP under the same names. Returns a function that stops. */
async function startMetricsExport({ endpoint, registry, resource, withinMs }: MetricsExportOptions): Promise<() => Promise<void>> {
  const [{ MeterProvider, PeriodicExportingMetricReader }, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ])
  const exporter = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, timeoutMillis: withinMs })
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
    (String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]).map((one) => ({ name: one, help })),
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
