import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from '#server/platform/observability/metrics.ts'

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

/** The text of /metrics, with the metrics that are collected at each scrape. */
async function metricsText(jobs: () => Promise<Record<string, number>> = async () => ({ 'taste.sync': 3 })): Promise<string> {
  const metrics = createMetrics()
  metrics.observe({
    sockets: () => 7,
    people: () => 5,
    busIsUp: () => true,
    pool: () => ({ open: 4, idle: 1, waiting: 2 }),
    jobs,
    filesToDelete: async () => ({ files: 5, failing: 2 }),
    quotas: { youtube: { used: async () => 120, limit: 10_000 } },
  })
  metrics.messageStored(0.003)
  metrics.delivered(0.004)
  metrics.requestDone('/app/auth/chats', 200, 0.01)
  return metrics.registry.metrics()
}

const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }))

test('the Grafana dashboard uses only metrics that /metrics has, and all of ours', async () => {
  const exported = namesIn(await metricsText())
  const series = new Set(exported.flatMap(({ name, type }) => (type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name])))
  // Our own file, in Grafana's format.
  const { panels } = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as Dashboard
  const queried = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/\b(?:wavelength|nodejs|process)_\w+/g) ?? []))
  expect(queried.filter((name) => !series.has(name))).toEqual([])
  const ours = exported.flatMap(({ name }) => (name.startsWith('wavelength_') ? [name] : []))
  expect(ours.filter((name) => !queried.some((metric) => metric.replace(/_(bucket|count)$/, '') === name))).toEqual([])
})

/** The naming rules of `promtool check metrics` that apply here. */
function namingErrors(text: string): string[] {
  const helpless = [...text.matchAll(/^# HELP (\S+) *$/gm)].map(([, name]) => `${name} has no help`)
  const wrong = namesIn(text).flatMap(({ name, type }) => {
    if (type === 'counter') return name.endsWith('_total') ? [] : [`${name}: a counter ends in _total`]
    if (/_(total|count|sum|bucket|info)$/.test(name) && !name.endsWith('_info')) return [`${name}: only counters end so`]
    return /_(ms|milliseconds|minutes|hours|kilobytes|megabytes)(_|$)/.test(name) ? [`${name}: not a base unit`] : []
  })
  return [...helpless, ...wrong]
}

test('/metrics follows the naming rules of Prometheus', async () => {
  expect(namingErrors(await metricsText())).toEqual([])
})

test('/metrics stays small: routes and statuses that occurred have their own lines', async () => {
  const metrics = createMetrics()
  const idle = (await metrics.registry.metrics()).length
  expect(idle).toBeLessThan(20_000)
  for (let index = 0; index < 30; index++)
    for (const status of [200, 401, 404]) metrics.requestDone(`/app/auth/connections/requests/:uid/action-${index}`, status, 0.01)
  expect((await metrics.registry.metrics()).length - idle).toBeLessThan(45_000)
})

test('/metrics reports its metrics, even while the database is down', async () => {
  const text = await metricsText()
  for (const line of [
    'wavelength_sockets 7',
    'wavelength_bus_up 1',
    'wavelength_database_connections{state="waiting"} 2',
    'wavelength_jobs_waiting{job="taste.sync"} 3',
    'wavelength_files_to_delete{state="waiting"} 3',
    'wavelength_files_to_delete{state="failing"} 2',
    'wavelength_provider_quota_spent{provider="youtube"} 120',
    'wavelength_message_stored_seconds_count 1',
    'wavelength_fan_out_lag_seconds_count 1',
  ])
    expect(text).toContain(`${line}\n`)
  const without = await metricsText(() => Promise.reject(new Error('no database')))
  expect(without).toContain('wavelength_sockets 7\n')
  expect(without).not.toContain('wavelength_jobs_waiting{')
})
