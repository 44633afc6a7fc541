import { act, fireEvent, screen } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { createLazyComponent } from '#web/platform/lazy-component.ts'
import { reportReachability } from '#web/platform/connectivity.ts'
import { i18n } from '#web/platform/i18n.ts'
import { PageBoundary } from './PageBoundary.tsx'

const failure = new TypeError('Failed to fetch dynamically imported module: /assets/ChatPage.js')
const Chat = () => <p>conversations</p>
const reload = vi.fn<() => void>()
let isServerReachable: boolean
let load: ReturnType<typeof vi.fn<() => Promise<ComponentType>>>

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  i18n.activate('en-US')
  isServerReachable = true
  reload.mockClear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('location', { reload, pathname: '/chat' })
  vi.stubGlobal('fetch', async () => {
    if (!isServerReachable) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
  // The code of a page comes from the same server.
  load = vi.fn<() => Promise<ComponentType>>(async () => {
    if (!isServerReachable) throw failure
    return Chat
  })
})
afterEach(() => {
  reportReachability(true)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(resetBy = '/chat') {
  const Page = createLazyComponent(load, load)
  const page = (at: string) => (
    <PageBoundary resetBy={at}>
      <Suspense fallback="loading">
        <Page />
      </Suspense>
    </PageBoundary>
  )
  const shown = renderInApp(page(resetBy))
  await pass(0)
  return { goTo: (at: string) => shown.rerender(page(at)), close: () => shown.unmount() }
}

/** React renders at the end of each step. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 500) await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 500)))
}
const hasText = (text: string | RegExp) => screen.queryByText(text) !== null

test('a page whose code failed to load while the server was down opens by itself when the server is back', async () => {
  isServerReachable = false
  await open()
  await pass(60_000)
  expect([hasText(/can’t reach the server/), hasText('conversations')]).toEqual([true, false])
  isServerReachable = true
  await pass(6_000)
  expect([hasText(/can’t reach the server/), hasText('conversations'), reload.mock.calls.length]).toEqual([false, true, 0])
})

test('a page also opens after the server was down a second time', async () => {
  isServerReachable = false
  const { goTo } = await open()
  await pass(10_000)
  goTo('/moments')
  await pass(10_000)
  goTo('/chat')
  await pass(10_000)
  isServerReachable = true
  await pass(6_000)
  expect(hasText('conversations')).toBe(true)
})

test('a click retries at once, without leaving the page', async () => {
  isServerReachable = false
  await open()
  await pass(1_000)
  isServerReachable = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass(10)
  expect([hasText('conversations'), reload.mock.calls.length]).toEqual([true, 0])
})

test('code missing on a reachable server means a new version: the page is reloaded, once', async () => {
  load.mockImplementation(async () => Promise.reject(failure))
  await open()
  await pass(30_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('without success after a reload it shows an error and does not reload automatically', async () => {
  load.mockImplementation(async () => Promise.reject(failure))
  const { close } = await open()
  await pass(30_000)
  close()
  await open()
  await pass(60_000)
  expect([reload.mock.calls.length, hasText('Something went wrong on this page')]).toEqual([1, true])
})

test('a page that crashes while rendering is not retried automatically', async () => {
  load.mockImplementation(async () => () => {
    throw new Error('undefined is not a function')
  })
  await open()
  await pass(60_000)
  expect([hasText('Something went wrong on this page'), reload.mock.calls.length]).toEqual([true, 0])
})
