import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isServerUnreachable, pingOnNetworkChange, reportReachability, reportSocket } from './connectivity.ts'

/** Answers pings; rejects while the server is gone; stays silent on a network that loses everything. */
let server: 'up' | 'gone' | 'silent'
const ping = vi.fn<typeof fetch>((_, init) => {
  if (server === 'up') return Promise.resolve(new Response())
  if (server === 'gone') return Promise.reject(new TypeError('Failed to fetch'))
  return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('too late'))))
})

pingOnNetworkChange()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', ping)
  // Not faked with the other timers.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  server = 'up'
  ping.mockClear()
})
afterEach(() => {
  reportSocket(false)
  reportReachability(true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

it('is unreachable at once when the browser says so, and back at once', async () => {
  server = 'gone'
  fireEvent(window, new Event('offline'))
  await pass(0)
  expect(isServerUnreachable()).toBe(true)
  server = 'up'
  fireEvent(window, new Event('online'))
  await pass(0)
  expect(isServerUnreachable()).toBe(false)
})

it('stays reachable when the browser is wrong', async () => {
  fireEvent(window, new Event('offline'))
  await pass(10)
  expect([isServerUnreachable(), ping.mock.calls.length]).toEqual([false, 1])
})

it('is unreachable at once after a lost socket, when nothing answers at its address', async () => {
  server = 'gone'
  reportSocket(true)
  await pass(0)
  expect(isServerUnreachable()).toBe(true)
})

it('is unreachable within a second after a lost socket, when the server closes its port a little later', async () => {
  reportSocket(true)
  await pass(0.5)
  server = 'gone'
  await pass(0.5)
  expect(isServerUnreachable()).toBe(true)
})

it('is checked again after each failed attempt to open the socket, and not when it is open again', async () => {
  reportSocket(true)
  await pass(5)
  expect(ping.mock.calls.length).toBe(2)
  server = 'gone'
  reportSocket(true)
  await pass(0)
  expect(isServerUnreachable()).toBe(true)
  server = 'up'
  reportReachability(true)
  reportSocket(true)
  reportSocket(false)
  ping.mockClear()
  await pass(5)
  expect(ping).not.toHaveBeenCalled()
})

it('is unreachable within seconds on a network that loses everything', async () => {
  server = 'silent'
  reportSocket(true)
  await pass(5)
  expect(isServerUnreachable()).toBe(true)
})
