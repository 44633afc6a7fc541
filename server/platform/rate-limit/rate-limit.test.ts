import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { manualClock } from '#tests/kit/people.ts'
import { createRateLimit } from './rate-limit.ts'
import { createMemoryBus, createMemoryExchange } from '../bus/memory-bus.ts'
import { createLogs } from '../observability/log.ts'

test('rejects a key that has used up its limit, with the time of the reset', () => {
  const clock = manualClock()
  const limit = createRateLimit({ clock, limit: 2, windowMs: 60_000 })
  limit.assert('anna')
  clock.pass(20_500)
  limit.assert('anna')
  limit.assert('ben')
  let error: unknown
  try {
    limit.assert('anna')
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'rate_limited', context: { who: 'anna', retryAfterSeconds: 40 } })
  clock.pass(39_500)
  expect(() => limit.assert('anna')).not.toThrow()
})

test('reports the limit, the remaining requests, and the end of the window', () => {
  const clock = manualClock()
  const limit = createRateLimit({ clock, limit: 2, windowMs: 60_000 })
  const resetAt = (Math.floor(clock.now().getTime() / 60_000) + 1) * 60_000
  expect([limit.consume('anna'), limit.consume('anna'), limit.consume('anna')]).toEqual([
    { isAllowed: true, limit: 2, remaining: 1, resetAt },
    { isAllowed: true, limit: 2, remaining: 0, resetAt },
    { isAllowed: false, limit: 2, remaining: 0, resetAt },
  ])
})

test('servers share one count, so using several does not raise the limit', async () => {
  const clock = manualClock()
  const exchange = createMemoryExchange()
  const log = createLogs({ filter: 'off', pretty: false })('bus')
  const server = (name: string) =>
    createRateLimit({ clock, limit: 3, windowMs: 60_000, shared: { bus: createMemoryBus({ log, exchange }), name } })
  const [first, second, other] = [server('posts'), server('posts'), server('comments')]
  const delivered = () => new Promise<void>((resolve) => setImmediate(resolve))
  const consume = async (limit: typeof first) => {
    const { isAllowed } = limit.consume('anna')
    await delivered()
    return isAllowed
  }
  expect([await consume(first), await consume(second), await consume(first), await consume(second), await consume(first)]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(await consume(other)).toBe(true)
  clock.pass(60_000)
  expect(await consume(second)).toBe(true)
})
