import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { checkSocketOnEvents } from './socket-check.ts'

const check = vi.fn<() => void>()
const stop = checkSocketOnEvents({ check })
let isVisible = true
Object.defineProperty(document, 'visibilityState', { get: () => (isVisible ? 'visible' : 'hidden') })
afterEach(() => check.mockClear())

function show(now: boolean): void {
  isVisible = now
  fireEvent(document, new Event('visibilitychange'))
}

it('checks the socket when the page becomes visible, but not when it becomes hidden', () => {
  show(false)
  expect(check).not.toHaveBeenCalled()
  show(true)
  expect(check).toHaveBeenCalledOnce()
})

it('checks the socket when the browser is offline and when it is online again, until stopped', () => {
  fireEvent(window, new Event('offline'))
  expect(check).toHaveBeenCalledTimes(1)
  fireEvent(window, new Event('online'))
  expect(check).toHaveBeenCalledTimes(2)
  stop()
  fireEvent(window, new Event('offline'))
  fireEvent(window, new Event('online'))
  show(true)
  expect(check).toHaveBeenCalledTimes(2)
})
