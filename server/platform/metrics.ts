import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  requestDone: (route: string, status: number, seconds: number) => void
  /** Called at each scrape for the number of open sockets. */
  watchConnections: (count: () => number) => void
  /** Seconds from a message's arrival to its commit. */
  messageStored: (seconds: number) => void
}

/** The figures of /metrics. One registry per server, so that tests can run several side by side. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'wavelength_http_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [registry],
  })
  const stored = new Histogram({
    name: 'wavelength_message_stored_seconds',
    help: 'Time from a message’s arrival to its commit',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 1],
    registers: [registry],
  })
  return {
    registry,
    requestDone: (route, status, seconds) => requests.observe({ route, status: String(status) }, seconds),
    messageStored: (seconds) => stored.observe(seconds),
    watchConnections(count) {
      const sockets = new Gauge({
        name: 'wavelength_sockets',
        help: 'Open sockets of this process',
        registers: [],
        collect() {
          this.set(count())
        },
      })
      registry.registerMetric(sockets)
    },
  }
}
