import { describe, expect, test } from 'vitest'
import type { Timeline } from '#contract/together.ts'
import { createSyncController, rateFor } from './sync-controller.ts'

const playing = (at_ms: number, position_ms = 0): Timeline => ({ item: 'a', position_ms, rate: 1, at_ms })

/** A controller with a player that records its commands; local and server time are equal. */
function aController(hasRate: boolean, lagMs = 0) {
  const commands: string[] = []
  const controller = createSyncController({
    lagMs,
    player: {
      play: () => void commands.push('play'),
      pause: () => void commands.push('pause'),
      seek: (positionMs) => void commands.push(`seek ${Math.round(positionMs)}`),
      setRate: hasRate ? (rate) => void commands.push(`rate ${rate.toFixed(2)}`) : null,
    },
  })
  return {
    controller,
    commands,
    /** Runs ticks and reports every 100 ms; the player is off by `errorMs`. */
    run(fromMs: number, toMs: number, errorMs: number): void {
      for (let now = fromMs; now <= toMs; now += 100) {
        controller.report({ positionMs: now - errorMs, isPlaying: true }, now)
        controller.tick(now, now)
      }
    },
  }
}

test('a player that was covered resumes at the others’ position', () => {
  const { controller, commands, run } = aController(true)
  controller.setTimeline(playing(0))
  run(0, 5_000, 0)
  commands.length = 0
  controller.restart()
  expect(controller.state()).toBe('starting')
  controller.tick(12_000, 12_000)
  expect(commands).toEqual(['seek 12000', 'play'])
})

describe('the start of playback', () => {
  test('waits for the agreed moment, less the lag of this device', () => {
    const { controller, commands } = aController(true, 300)
    controller.setTimeline(playing(4_000))
    for (let now = 0; now < 3_700; now += 100) controller.tick(now, now)
    expect(commands).toEqual([])
    controller.tick(3_700, 3_700)
    expect(commands).toEqual(['play'])
  })

  test('that is already past jumps to the others’ position plus the lag', () => {
    const { controller, commands } = aController(false, 200)
    controller.setTimeline(playing(0))
    controller.tick(10_000, 10_000)
    expect(commands).toEqual(['seek 10200', 'play'])
  })

  test('measures the lag of this device', () => {
    const { controller, run } = aController(false)
    controller.setTimeline(playing(0))
    controller.tick(0, 0)
    run(100, 2_000, 240)
    expect(controller.lagMs()).toBeGreaterThan(180)
  })
})

describe('a player without rate control', () => {
  test.each([
    [-340, false],
    [340, false],
    [380, true],
    [-900, true],
  ])('that is off by %i ms is moved: %s', (errorMs, isMoved) => {
    const { controller, commands, run } = aController(false)
    controller.setTimeline(playing(0))
    controller.tick(0, 0)
    run(100, 3_000, errorMs)
    expect(commands.some((command) => command.startsWith('seek'))).toBe(isMoved)
  })

  test('that ignores every seek is moved once, not in a loop', () => {
    const { controller, commands, run } = aController(false)
    controller.setTimeline(playing(0))
    controller.tick(0, 0)
    run(100, 12_000, 2_000)
    expect(commands.filter((command) => command.startsWith('seek'))).toHaveLength(1)
  })
})

describe('a player with rate control', () => {
  test('corrects a small error by its rate for as long as needed, then plays normally', () => {
    const rates: number[] = [1]
    const controller = createSyncController({
      lagMs: 0,
      player: {
        play: () => undefined,
        pause: () => undefined,
        seek: () => expect.unreachable('a small error needs no seek'),
        setRate: (rate) => void rates.push(rate),
      },
    })
    controller.setTimeline(playing(0))
    controller.tick(0, 0)
    let positionMs = -100
    for (let now = 100; now <= 8_000; now += 100) {
      positionMs += 100 * (rates.at(-1) ?? 1)
      controller.report({ positionMs, isPlaying: true }, now)
      controller.tick(now, now)
    }
    expect(rates).toContain(1.05)
    expect(rates.at(-1)).toBe(1)
    expect(Math.abs(controller.errorMs() ?? 100)).toBeLessThan(20)
  })

  test.each([
    [100, null, 1.05],
    [-100, null, 0.95],
    [10, null, 1],
    [100, [0.5, 0.75, 1, 1.25], 1.25],
    [40, [0.5, 0.75, 1, 1.25], 1],
    [-100, [0.75, 0.95, 1, 1.05], 0.95],
    [100, [1], 1],
  ])('an error of %i ms with the steps %j needs the rate %d', (errorMs, steps, rate) => {
    expect(rateFor(errorMs, steps)).toBeCloseTo(rate)
  })
})

test('a pause stops the player, and nothing is corrected until the others play again', () => {
  const { controller, commands, run } = aController(true)
  controller.setTimeline(playing(0))
  controller.tick(0, 0)
  run(100, 2_000, 0)
  controller.setTimeline({ item: 'a', position_ms: 2_000, rate: 0, at_ms: 2_000 })
  controller.tick(2_500, 2_500)
  expect(commands.at(-1)).toBe('pause')
  expect(controller.state()).toBe('waiting')
})
