/**
 * How far apart are the members of a shared session, in simulated time? Start delays of 50 to 800 ms, position reports with a jitter of
 * 100 ms, clocks 5 s off that drift by 100 ppm, and a network of 20 to 300 ms with loss.
 * `node_modules/node/bin/node bench/together.ts [seeds] [load]` prints the differences between any two clients and saves them. With
 * `load` it also measures a server with 1,000 sessions of two, and the traffic of a session of 50 (needs PostgreSQL).
 */
import { aTrack, createSimulation, type Simulation, type SimulatedClient, untilInSync } from '#tests/kit/together-simulation.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, saveResult } from './report.ts'
import { measureLoad } from './together-load.ts'

const { numbers, words } = readNumbers('Usage: node bench/together.ts [seeds] [load]', { most: 1, words: ['load'] })
const [SEEDS = 10] = numbers
const ITEMS = 3
const ITEM_MS = 60_000
/** The agreed start and the first correction. */
const SETTLE_MS = 8_000
const HOST = 'client-0'

type Row = {
  clients: number
  control: string
  device: string
  median: number
  p95: number
  max_seeks: number
  promise: string
  kept: boolean
}

function measureSync(clients: number, control: 'rate' | 'seek', isLagKnown: boolean): Row {
  const differences: number[] = []
  let maxSeeks = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const simulation = createSimulation({ seed, clients, hasRate: () => control === 'rate', isLagKnown })
    startAll(simulation)
    for (let item = 0; item < ITEMS; item++) {
      simulation.run(SETTLE_MS)
      const before = simulation.clients.map(({ player }) => player.seeks())
      simulation.run(ITEM_MS - SETTLE_MS, () => differences.push(...simulation.differences()))
      maxSeeks = Math.max(maxSeeks, ...simulation.clients.map(({ player }, index) => player.seeks() - (before[index] ?? 0)))
      playNext(simulation)
    }
  }
  const [median, p95] = [Math.round(percentile(differences, 0.5)), Math.round(percentile(differences, 0.95))]
  const isInSync = maxSeeks <= 1 && (control === 'rate' ? median < 60 && p95 < 150 : p95 < 350)
  const promise = control === 'rate' ? 'median < 60, p95 < 150' : 'p95 < 350'
  return { clients, control, device: isLagKnown ? 'played before' : 'new', median, p95, max_seeks: maxSeeks, promise, kept: isInSync }
}

type Recovery = { what: string; median_ms: number; p95_ms: number; promise_ms: number; kept: boolean }

function recovery(what: string, promiseMs: number, disturb: (simulation: Simulation) => SimulatedClient): Recovery {
  const times: number[] = []
  for (let seed = 1; seed <= SEEDS * 5; seed++) {
    const simulation = createSimulation({ seed, clients: 2, hasRate: () => true })
    startAll(simulation)
    simulation.run(20_000)
    times.push(untilInSync(simulation, disturb(simulation)))
  }
  const p95 = percentile(times, 0.95)
  return { what, median_ms: percentile(times, 0.5), p95_ms: p95, promise_ms: promiseMs, kept: p95 <= promiseMs }
}

function startAll(simulation: Simulation): void {
  simulation.command(HOST, { kind: 'start', item: aTrack('first') })
  for (const client of simulation.clients) client.join()
}

function playNext(simulation: Simulation): void {
  simulation.command(HOST, { kind: 'add', item: aTrack('next') })
  const { current } = simulation.session()
  if (current) simulation.command(HOST, { kind: 'skip', item: current.id })
}

const lastOf = (simulation: Simulation): SimulatedClient => {
  const client = simulation.clients.at(-1)
  if (!client) throw new Error('The simulation has no clients.')
  return client
}

const differences = [2, 10].flatMap((clients) => [
  measureSync(clients, 'rate', false),
  measureSync(clients, 'rate', true),
  measureSync(clients, 'seek', false),
  measureSync(clients, 'seek', true),
])
const recoveries = [
  recovery('late joiner, 3 s after opening the conversation', 2_000, (simulation) => {
    const client = simulation.addClient()
    simulation.run(3_000)
    client.join()
    return client
  }),
  recovery('server gone for 3 s', 5_000, (simulation) => {
    simulation.setServerUp(false)
    simulation.run(3_000)
    simulation.setServerUp(true)
    return lastOf(simulation)
  }),
  recovery('network gone for 20 s, and a seek by the others meanwhile', 2_000, (simulation) => {
    const client = lastOf(simulation)
    client.setOnline(false)
    simulation.run(10_000)
    simulation.command(HOST, { kind: 'seek', position_ms: 40_000 })
    simulation.run(10_000)
    client.setOnline(true)
    return client
  }),
]
console.table(differences)
console.table(recoveries)
const load = words.includes('load') ? await measureLoad() : null
if (load) console.table(load)
await saveResult('together', {
  command: `node bench/together.ts ${SEEDS}`,
  machine: machine(),
  differences,
  recoveries,
  ...(load ? { load } : {}),
})
