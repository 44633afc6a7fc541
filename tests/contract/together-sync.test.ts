import { expect, test } from 'vitest'
import { percentile } from '#bench/report.ts'
import { aTrack, createSimulation, type Simulation, untilInSync } from '#tests/kit/together-simulation.ts'

const HOST = 'client-0'
const SETTLE_MS = 8_000

function started(options: Partial<Parameters<typeof createSimulation>[0]> = {}): Simulation {
  const simulation = createSimulation({ seed: 7, clients: 2, hasRate: () => true, ...options })
  simulation.command(HOST, { kind: 'start', item: aTrack('first') })
  for (const client of simulation.clients) client.join()
  simulation.run(SETTLE_MS)
  return simulation
}

function differencesOf(simulation: Simulation, ms: number): number[] {
  const found: number[] = []
  simulation.run(ms, () => found.push(...simulation.differences()))
  return found
}

test.each([2, 10])('%i clients with rate control stay within the promised difference, with at most one seek', (clients) => {
  const simulation = started({ clients })
  const before = simulation.clients.map(({ player }) => player.seeks())
  const found = differencesOf(simulation, 60_000)
  expect(percentile(found, 0.5)).toBeLessThan(60)
  expect(percentile(found, 0.95)).toBeLessThan(150)
  for (const [index, { player }] of simulation.clients.entries()) expect(player.seeks() - (before[index] ?? 0)).toBeLessThanOrEqual(1)
})

test.each([2, 10])('%i clients of which every second one can only seek stay within 350 ms', (clients) => {
  const found = differencesOf(started({ clients, hasRate: (client) => client % 2 === 0 }), 60_000)
  expect(percentile(found, 0.95)).toBeLessThan(350)
})

test('A53: a client that floods reports and commands about its position moves no other client', () => {
  const undisturbed = started({ clients: 3 })
  const flooded = started({ clients: 3 })
  const before = flooded.session().timeline
  for (let count = 0; count < 1_000; count++) {
    const item = flooded.session().current?.id ?? ''
    flooded.command('client-2', { kind: 'ready', item })
    flooded.command('client-2', { kind: 'ended', item })
    flooded.command('client-2', { kind: 'cannot-play', item, why: 'unknown' })
  }
  expect(flooded.session().timeline).toEqual(before)
  undisturbed.run(10_000)
  flooded.run(10_000)
  for (const at of [0, 1]) expect(flooded.clients[at]?.player.seeks()).toBe(undisturbed.clients[at]?.player.seeks())
})

test('a player that waits for data for 3 s returns to the others by one seek', () => {
  const simulation = started()
  simulation.run(20_000)
  const [, client] = simulation.clients
  const before = client?.player.seeks() ?? 0
  client?.player.stall(3_000)
  simulation.run(10_000)
  expect(Math.max(...differencesOf(simulation, 5_000))).toBeLessThan(150)
  expect((client?.player.seeks() ?? 0) - before).toBe(1)
})

test('players stay in sync while the server is down', () => {
  const simulation = started()
  simulation.setServerUp(false)
  expect(Math.max(...differencesOf(simulation, 5_000))).toBeLessThan(150)
  simulation.setServerUp(true)
  expect(Math.max(...differencesOf(simulation, 5_000))).toBeLessThan(150)
})

const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1)

test('a client is in sync again within 2 s after a network outage of 20 s', () => {
  const times = SEEDS.map((seed) => {
    const simulation = started({ seed })
    const [, client] = simulation.clients
    if (!client) return Number.NaN
    client.setOnline(false)
    simulation.run(10_000)
    simulation.command(HOST, { kind: 'seek', position_ms: 40_000 })
    simulation.run(10_000)
    client.setOnline(true)
    return untilInSync(simulation, client)
  })
  expect(percentile(times, 0.95)).toBeLessThanOrEqual(2_000)
})

test('a late joiner who had the conversation open is with the others within 2 s', () => {
  const times = SEEDS.map((seed) => {
    const simulation = started({ seed })
    const client = simulation.addClient()
    simulation.run(3_000)
    client.join()
    return untilInSync(simulation, client)
  })
  expect(percentile(times, 0.95)).toBeLessThanOrEqual(2_000)
})
