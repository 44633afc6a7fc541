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
import { sendMetrics } from './metrics-export.ts'
import { watchOutbound } from './outbound.ts'
import { type Span, spansOf } from './spans.ts'

/** Traces and figures for an OpenTelemetry collector; without one, everything passes through as it is. */
export type Telemetry = {
  routes(routes: readonly Route[]): readonly Route[]
  frames(routes: readonly SocketRoute[]): readonly SocketRoute[]
  jobs(jobs: Jobs): Jobs
  /** For `openDatabase`: each statement of a call, frame or job becomes a span of it. */
  onStatement?: OnStatement
  /** For what is done for several frames at once. */
  batches?: BatchTrace
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
  const resource = resourceFromAttributes({
    'service.name': PRODUCT_NAME.toLowerCase(),
    'service.version': productVersion(),
    // Without it, the series of two servers would overwrite each other.
    'service.instance.id': randomUUID(),
  })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_WITHIN_MS })
  const spanProcessors = [new traces.BatchSpanProcessor({ exporter })]
  // A batch links to everybody in it, however many that are.
  const provider = new traces.TracerProvider({ resource, spanProcessors, spanLimits: { linkCountLimit: Infinity } })
  const spans = spansOf(api, provider.getTracer(PRODUCT_NAME.toLowerCase()))
  // What is sent to the collector is no work of ours: tracing it would go on for ever.
  const stopWatching = watchOutbound({ except: new URL(endpoint).host, begin: spans.beginOutbound })
  let stopMetrics = async (): Promise<void> => undefined

  return {
    ...traced(spans.span),
    onStatement: spans.statement,
    batches: spans.batches,
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

function productVersion(): string {
  // Our own file.
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
  return version
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
