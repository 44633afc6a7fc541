import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  requestDone: (route: string, status: number, seconds: number) => void
  /** Seconds from a message's arrival to its acknowledgement, which follows the commit. */
  messageStored: (seconds: number) => void
  /** Seconds from another process's call of the bus until its delivery to the sockets here. */
  delivered: (seconds: number) => void
  /** Adds gauges that are read at each scrape. */
  observe: (sources: MetricSources) => void
}

/** Values that are read at each scrape. */
export type MetricSources = {
  sockets: () => number
  people: () => number
  busIsUp: () => boolean
  /** Connections to the database; null for the embedded one. */
  pool: () => PoolLoad | null
  /** Waiting jobs, by name. */
  jobs: () => Promise<Record<string, number>>
  /** Unreferenced files that are still in the file store; `failing`: those that could not be deleted after several attempts. */
  filesToDelete: () => Promise<{ files: number; failing: number }>
  quotas: Record<string, { used: () => Promise<number>; limit: number }>
}

export type PoolLoad = { open: number; idle: number; waiting: number }

/** The metrics of /metrics. One registry per server, so that tests can run several side by side. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges with a counter's suffix, which Prometheus' checker rejects; their sums say little.
  for (const name of ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'])
    registry.removeSingleMetric(name)
  const registers = [registry]
  const requests = new Histogram({
    name: 'wavelength_http_seconds',
    help: 'Time to answer, by route',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers,
  })
  // Separate from the histogram: the status as a label there would add ten lines per combination.
  const answers = new Counter({
    name: 'wavelength_http_requests_total',
    help: 'Answered requests, by route and status',
    labelNames: ['route', 'status'],
    registers,
  })
  const stored = new Histogram({
    name: 'wavelength_message_stored_seconds',
    help: 'Time from a message’s arrival to its acknowledgement',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 1],
    registers,
  })
  const lag = new Histogram({
    name: 'wavelength_fan_out_lag_seconds',
    help: 'Time from another server handing a frame to the bus until it reached the sockets here; clocks of machines differ',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  return {
    registry,
    requestDone(route, status, seconds) {
      requests.observe({ route }, seconds)
      answers.inc({ route, status: String(status) })
    },
    messageStored: (seconds) => stored.observe(seconds),
    delivered: (seconds) => lag.observe(Math.max(0, seconds)),
    observe: (sources) => addGauges(registry, sources),
  }
}

function addGauges(registry: Registry, { sockets, people, busIsUp, pool, jobs, filesToDelete, quotas }: MetricSources): void {
  const gauge = (name: string, help: string, labelNames: string[], read: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        // While the database is down its metrics are missing; the others matter even more then.
        await Promise.resolve(read(this)).catch(() => undefined)
      },
    })
  gauge('wavelength_sockets', 'Open sockets of this process', [], (metric) => metric.set(sockets()))
  gauge('wavelength_people_connected', 'People with a socket of this process', [], (metric) => metric.set(people()))
  gauge('wavelength_bus_up', 'Whether the other servers can be reached: 1 or 0', [], (metric) => metric.set(busIsUp() ? 1 : 0))
  gauge('wavelength_database_connections', 'Connections to PostgreSQL, and work that waits for one', ['state'], (metric) => {
    for (const [state, count] of Object.entries(pool() ?? {})) metric.set({ state }, count)
  })
  gauge('wavelength_jobs_waiting', 'Jobs that wait, of all processes together', ['job'], async (metric) => {
    for (const [job, count] of Object.entries(await jobs())) metric.set({ job }, count)
  })
  gauge(
    'wavelength_files_to_delete',
    'Files still to be deleted from the file store, of all processes together',
    ['state'],
    async (metric) => {
      const { files, failing } = await filesToDelete()
      metric.set({ state: 'waiting' }, files - failing)
      metric.set({ state: 'failing' }, failing)
    },
  )
  gauge(
    'wavelength_provider_quota_spent',
    'Units of a provider’s quota spent today, of all processes together',
    ['provider'],
    async (metric) => {
      for (const [provider, { used: spent }] of Object.entries(quotas)) metric.set({ provider }, await spent())
    },
  )
  gauge('wavelength_provider_quota_most', 'Units of a provider’s quota that may be spent a day', ['provider'], (metric) => {
    for (const [provider, { limit: max }] of Object.entries(quotas)) metric.set({ provider }, max)
  })
}
