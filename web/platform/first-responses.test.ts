import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstResponsesOf, clearFirstResponses, setFirstResponses, consumeFirstResponse } from './first-responses.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('returns each response once', () => {
  setFirstResponses({ '/a': { n: 1 } }, performance.now())
  expect([consumeFirstResponse('/a'), consumeFirstResponse('/a'), consumeFirstResponse('/b')]).toEqual([{ n: 1 }, undefined, undefined])
})

it('drops answers that may be out of date, counted from their request', () => {
  const requestedAt = performance.now()
  vi.advanceTimersByTime(4_000)
  setFirstResponses({ '/a': 1, '/b': 2 }, requestedAt)
  expect(consumeFirstResponse('/a')).toBe(1)
  vi.advanceTimersByTime(1_001)
  expect(consumeFirstResponse('/b')).toBeUndefined()
})

it('forgets all answers', () => {
  setFirstResponses({ '/a': 1 }, performance.now())
  clearFirstResponses()
  expect(consumeFirstResponse('/a')).toBeUndefined()
})

it('reads the responses of a session, and none from invalid data', () => {
  expect(firstResponsesOf({ user: {}, answers: { '/a': null } })).toEqual({ '/a': null })
  expect([{ user: null }, null, 'a page of a proxy', { answers: 3 }].map(firstResponsesOf)).toEqual([{}, {}, {}, {}])
})
