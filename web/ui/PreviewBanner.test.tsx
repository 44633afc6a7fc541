import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { identityCalls, type Capabilities } from '#contract/identity/identity.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { writeStored } from '#web/platform/storage/browser-storage.ts'
import { reportReachability, reportSocket } from '#web/platform/connectivity.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'
import { PreviewBanner } from './PreviewBanner.tsx'

const { queryKey } = callQuery(identityCalls.getCapabilities, {})
const offer = (preview: boolean) => queryClient.setQueryData(queryKey, { preview } as Capabilities)
const RUNNING = 'Preview backend running in this workspace.'
const DISCONNECTED = 'Preview backend disconnected.'
const draw = () => renderInApp(<PreviewBanner />)

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  reportSocket(false)
  reportReachability(true)
  vi.unstubAllGlobals()
})

test('follows the socket: disconnected as soon as it breaks, running when it is open again and the server answers', () => {
  offer(true)
  draw()
  expect(screen.getByRole('status').textContent).toBe(RUNNING)
  act(() => reportSocket(true))
  expect(screen.getByRole('status').textContent).toBe(DISCONNECTED)
  act(() => reportSocket(false))
  act(() => reportReachability(true))
  expect(screen.getByRole('status').textContent).toBe(RUNNING)
})

test('a broken socket checks the server with a ping', async () => {
  const ping = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response('ok')))
  vi.stubGlobal('fetch', ping)
  await act(async () => reportSocket(true))
  expect(ping).toHaveBeenCalledExactlyOnceWith('/healthz', { cache: 'no-store', signal: expect.any(AbortSignal) })
})

test('stays after a reload while the server is down', () => {
  offer(true)
  draw().unmount()
  queryClient.clear()
  reportReachability(false)
  draw()
  expect(screen.getByRole('status').textContent).toBe(DISCONNECTED)
})

test('shows nothing outside a preview, even after one was seen at this address', () => {
  writeStored('preview', 'on')
  offer(false)
  draw().unmount()
  queryClient.clear()
  draw()
  expect(screen.queryByRole('status')).toBeNull()
})
