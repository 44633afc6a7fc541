import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstAnswersOf, forgetFirstAnswers, setFirstAnswers, consumeFirstAnswer } from './first-answers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('gives each answer once', () => {
  setFirstAnswers({ '/a': { n: 1 } }, performance.now())
  expect([consumeFirstAnswer('/a'), consumeFirstAnswer('/a'), consumeFirstAnswer('/b')]).toEqual([{ n: 1 }, undefined, undefined])
})

it('drops answers that may be out of date, counted from their request', () => {
  const requestedAt = performance.now()
  vi.advanceTimersByTime(4_000)
  setFirstAnswers({ '/a': 1, '/b': 2 }, requestedAt)
  expect(consumeFirstAnswer('/a')).toBe(1)
  vi.advanceTimersByTime(1_001)
  expect(consumeFirstAnswer('/b')).toBeUndefined()
})

it('forgets all answers', () => {
  setFirstAnswers({ '/a': 1 }, performance.now())
  forgetFirstAnswers()
  expect(consumeFirstAnswer('/a')).toBeUndefined()
})

it('reads the answers of a session, and none from invalid data', () => {
  expect(firstAnswersOf({ user: {}, answers: { '/a': null } })).toEqual({ '/a': null })
  expect([{ user: null }, null, 'a page of a proxy', { answers: 3 }].map(firstAnswersOf)).toEqual([{}, {}, {}, {}])
})
