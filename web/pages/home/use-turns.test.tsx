import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reportReachability } from '#web/platform/connectivity.ts'
import { useTurns } from './use-turns.ts'

afterEach(() => {
  reportReachability(true)
  vi.useRealTimers()
})

type Section = Parameters<ReturnType<typeof useTurns>['turnOf']>[0]
const all: readonly Section[] = ['requests', 'week', 'steps', 'matches', 'playing', 'latest']

/** Home, of which these sections have nothing to load. */
function home(known: readonly Section[] = []) {
  const { result } = renderHook(() => useTurns((section) => known.includes(section)))
  return {
    shown: () => all.filter((section) => result.current.turnOf(section).isOn),
    answer: (section: Section) => act(() => result.current.turnOf(section).onKnown()),
  }
}

test('a section waits for the answers of all above it, in whatever order they arrive', () => {
  const { shown, answer } = home()
  expect(shown()).toEqual(['requests'])
  answer('matches')
  answer('steps')
  expect(shown()).toEqual(['requests'])
  answer('requests')
  expect(shown()).toEqual(['requests', 'week'])
  answer('week')
  expect(shown()).toEqual(['requests', 'week', 'steps', 'matches', 'playing'])
})

test('nothing waits for a section that has nothing to load', () => {
  const { shown, answer } = home(['week', 'steps'])
  answer('requests')
  expect(shown()).toEqual(['requests', 'week', 'steps', 'matches'])
})

test('offline no section waits, because its code may not load', () => {
  const { shown } = home()
  act(() => reportReachability(false))
  expect(shown()).toEqual(all)
})

test('no section waits longer than five seconds for an answer', () => {
  vi.useFakeTimers()
  const { shown } = home()
  act(() => void vi.advanceTimersByTime(4_999))
  expect(shown()).toEqual(['requests'])
  act(() => void vi.advanceTimersByTime(1))
  expect(shown()).toEqual(all)
})
