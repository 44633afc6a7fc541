import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { heldClock } from '#tests/kit/people.ts'
import { createAllowance, createLimit } from './rate-limit.ts'
import { createMemoryBus, createMemoryExchange } from '../bus/memory-bus.ts'
import { createLogs } from '../observability/log.ts'

test('a limit refuses once it is used up, for each person alone, and says when to come back', () => {
  const clock = heldClock()
  const may = createLimit({ clock, most: 2, windowMs: 60_000 })
  may('anna')
  clock.pass(20_500)
  may('anna')
  may('ben')
  let refusal: unknown
  try {
    may('anna')
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'rate_limited', facts: { who: 'anna', retryAfterSeconds: 40 } })
  clock.pass(39_500)
  expect(() => may('anna')).not.toThrow()
})

test('servers count together, so that going round them gives nobody more', async () => {
  const clock = heldClock()
  const exchange = createMemoryExchange()
  const log = createLogs({ filter: 'off', pretty: false })('bus')
  const server = (name: string) =>
    createAllowance({ clock, most: 3, windowMs: 60_000, shared: { bus: createMemoryBus({ log, exchange }), name } })
  const [one, two, other] = [server('posts'), server('posts'), server('comments')]
  const heard = () => new Promise<void>((resolve) => setImmediate(resolve))
  const may = async (take: (key: string) => boolean) => {
    const answer = take('anna')
    await heard()
    return answer
  }
  expect([await may(one), await may(two), await may(one), await may(two), await may(one)]).toEqual([true, true, true, false, false])
  expect(await may(other)).toBe(true)
  clock.pass(60_000)
  expect(await may(two)).toBe(true)
})
