import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

const SERVER = 1_800_000_000_000

/** A local and a server clock in simulated time; delays are milliseconds there and back. */
function aNetwork({ drift = 0 } = {}) {
  let passedMs = 0
  const localMs = () => 77_000 + passedMs * (1 + drift)
  const serverMs = () => SERVER + passedMs
  const clock = createServerClock(localMs)
  return {
    clock,
    localMs,
    serverMs,
    wait: (ms: number) => void (passedMs += ms),
    roundTrip(there: number, back: number): void {
      const sent = localMs()
      passedMs += there
      const answered = serverMs()
      passedMs += back
      clock.add(sent, localMs(), answered)
    },
    errorMs: () => clock.now() - serverMs(),
  }
}

test('combines the fastest request of one round trip with the fastest answer of another', () => {
  const network = aNetwork()
  network.roundTrip(300, 20)
  network.roundTrip(20, 300)
  // Each bound alone would be off by 140 ms.
  expect(Math.abs(network.errorMs())).toBeLessThan(1)
})

test('stays within half of the fastest round trip, whatever the delays', () => {
  const delay = fc.integer({ min: 20, max: 300 })
  fc.assert(
    fc.property(fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 40 }), (delays) => {
      const network = aNetwork()
      for (const [there, back] of delays) network.roundTrip(there, back)
      const best = Math.min(...delays.map(([there]) => there)) + Math.min(...delays.map(([, back]) => back))
      // The last round trip moved the time on, and the bounds widen by 200 ppm of their age.
      expect(Math.abs(network.errorMs())).toBeLessThanOrEqual(best / 2 + 10)
    }),
  )
})

test('measures the drift, so that it stays right while no answer arrives', () => {
  const network = aNetwork({ drift: 100e-6 })
  for (let count = 0; count < 60; count++) {
    network.roundTrip(20 + (count % 7) * 10, 20 + (count % 5) * 10)
    network.wait(5_000)
  }
  network.wait(120_000)
  // Without the drift, it would be 12 ms further off.
  expect(Math.abs(network.errorMs())).toBeLessThan(8)
})

test('never runs backwards', () => {
  const network = aNetwork()
  let before = Number.NEGATIVE_INFINITY
  for (let count = 0; count < 50; count++) {
    network.roundTrip(20 + ((count * 97) % 280), 20 + ((count * 61) % 280))
    expect(network.clock.now()).toBeGreaterThanOrEqual(before)
    before = network.clock.now()
  }
})

test('follows a server whose clock was set', () => {
  const network = aNetwork()
  network.roundTrip(20, 20)
  const sent = network.localMs()
  network.wait(40)
  network.clock.add(sent, network.localMs(), network.serverMs() - 20 - 3_600_000)
  expect(Math.abs(network.errorMs() + 3_600_000)).toBeLessThan(25)
})
