import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'
import type { Registry } from 'prom-client'
import { callPattern } from '#contract/call.ts'
import { AppError } from '#contract/errors.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Route } from './http/route.ts'
import type { JobDefinition, Jobs } from './jobs.ts'
import type { SocketRoute } from './socket/socket-route.ts'

/** Facts of a span: ids, counts and words of our own, as in the log. */
type Facts = Record<string, string | number>
type Span = <T>(name: string, facts: Facts, work: () => Promise<T> | T) => Promise<T>

/** Traces and figures for an OpenTelemetry collector; without one, everything passes through as it is. */
export type Telemetry = {
  routes(routes: readonly Route[]): readonly Route[]
  frames(routes: readonly SocketRoute[]): readonly SocketRoute[]
  jobs(jobs: Jobs): Jobs
  /** Sends the figures of /metrics as well, from now on. */
  exportMetrics(registry: Registry): void
  /** Sends what was not sent yet. */
  stop(): Promise<void>
}

const METRICS_EVERY_MS = 30_000
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
  const tracer = provider.getTracer(PRODUCT_NAME.toLowerCase())
  const current = new AsyncLocalStorage<Context>()
  let stopMetrics = async (): Promise<void> => undefined

  const span: Span = async (name, facts, work) => {
    const above = current.getStore() ?? api.ROOT_CONTEXT
    const started = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes: facts }, above)
    try {
      return await current.run(api.trace.setSpan(above, started), async () => work())
    } catch (error) {
      // Never its text: that may hold what somebody sent.
      const code = error instanceof AppError ? error.code : 'internal'
      started.setAttribute('code', code).setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    } finally {
      started.end()
    }
  }

  return {
    ...traced(span),
    exportMetrics(registry) {
      const opening = sendMetrics({ endpoint, registry, resource })
      // Without a way for figures there are still traces and /metrics.
      stopMetrics = async () => (await opening.catch(() => null))?.()
    },
    async stop() {
      await Promise.allSettled([provider.shutdown(), stopMetrics()])
    },
  }
}

/** Each call, frame and job as a span of its own. */
function traced(span: Span): Pick<Telemetry, 'routes' | 'frames' | 'jobs'> {
  return {
    routes: (routes) =>
      routes.map(({ call, handle }) => ({
        call,
        handle: (input) => span(`${call.method} ${callPattern(call)}`, { request_id: input.requestId }, () => handle(input)),
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

type MetricsWay = {
  endpoint: string
  registry: Registry
  resource: ReturnType<typeof import('@opentelemetry/resources').resourceFromAttributes>
}

/** The same figures under the same names as at /metrics. Gives what ends it. */
async function sendMetrics({ endpoint, registry, resource }: MetricsWay): Promise<() => Promise<void>> {
  const [{ MeterProvider, PeriodicExportingMetricReader }, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ])
  const exporter = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, timeoutMillis: SEND_WITHIN_MS })
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: METRICS_EVERY_MS,
    exportTimeoutMillis: SEND_WITHIN_MS,
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  const meter = provider.getMeter(PRODUCT_NAME.toLowerCase())
  const valuesOf = async () =>
    (await registry.getMetricsAsJSON()).flatMap(({ name, help, values }) =>
      values.map((value) => ({
        name: 'metricName' in value && typeof value.metricName === 'string' ? value.metricName : name,
        help,
        value: value.value,
        // Labels are texts and, for the bounds of histograms, numbers.
        labels: value.labels as Record<string, string | number>,
      })),
    )
  const gauges = new Map((await valuesOf()).map(({ name, help }) => [name, meter.createObservableGauge(name, { description: help })]))
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
