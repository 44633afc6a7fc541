import type { Registry } from 'prom-client'
import { PRODUCT_NAME } from '#contract/base/product.ts'

const METRICS_EVERY_MS = 30_000

type MetricsWay = {
  endpoint: string
  registry: Registry
  resource: ReturnType<typeof import('@opentelemetry/resources').resourceFromAttributes>
  withinMs: number
}

/** Sends the same figures under the same names as at /metrics. Gives what ends it. */
export async function sendMetrics({ endpoint, registry, resource, withinMs }: MetricsWay): Promise<() => Promise<void>> {
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
        // Labels are texts and, for the bounds of histograms, numbers.
        labels: value.labels as Record<string, string | number>,
      })),
    )
  // By definition and not by value: a histogram with labels has no values before its first observation.
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
