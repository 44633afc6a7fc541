import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { checkSocketOnReturn } from './socket-check.ts'

const check = vi.fn<() => void>()
const stop = checkSocketOnReturn({ check })
let isVisible = true
Object.defineProperty(document, 'visibilityState', { get: () => (isVisible ? 'visible' : 'hidden') })
afterEach(() => check.mockClear())

function show(now: boolean): void {
  isVisible = now
  fireEvent(document, new Event('visibilitychange'))
}

it('the socket is looked at when the page comes back to the front, and not when it leaves it', () => {
  show(false)
  expect(check).not.toHaveBeenCalled()
  show(true)
  expect(check).toHaveBeenCalledOnce()
})

it('and when the browser has a network again, until it is over', () => {
  fireEvent(window, new Event('online'))
  expect(check).toHaveBeenCalledOnce()
  stop()
  fireEvent(window, new Event('online'))
  show(true)
  expect(check).toHaveBeenCalledOnce()
})
