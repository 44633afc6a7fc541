import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { heldClock } from '#tests/kit/people.ts'
import { createLimit } from './allowance.ts'

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
