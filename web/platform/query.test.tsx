import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { identityCalls } from '#contract/identity/identity.ts'
import { type Blend, blendCalls } from '#contract/blends.ts'
import { playerCalls, type PlayerSettings } from '#contract/players.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from './session-token.ts'
import { reportReachability } from './connectivity.ts'
import { cacheResponse, refreshCall, useCall } from './query.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reportReachability(true)
})

const ID = '0197a0f0-0000-7000-8000-000000000001'
const remember = (autoplay: boolean) => cacheResponse(playerCalls.getPlayerSettings, {}, { settings: { autoplay } as PlayerSettings })

function Autoplay() {
  const { data } = useCall(playerCalls.getPlayerSettings, {}, { staleMs: Infinity })
  return (
    <input type="checkbox" checked={data?.settings?.autoplay ?? false} onChange={({ currentTarget }) => remember(currentTarget.checked)} />
  )
}

it('updates a switch before the browser paints', async () => {
  remember(false)
  renderInApp(<Autoplay />)
  fireEvent.click(screen.getByRole('checkbox'))
  // Microtasks only: browsers paint after them.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
})

function Capabilities() {
  const { error, data } = useCall(identityCalls.getCapabilities)
  return <p>{error?.failure.kind ?? (data ? 'ready' : 'loading')}</p>
}

it('reports an unreachable server after one repeated request, in less than a second', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.useFakeTimers()
  const fetched = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  renderInApp(<Capabilities />)
  expect(screen.getByRole('paragraph').textContent).toBe('loading')
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect([screen.getByRole('paragraph').textContent, fetched.mock.calls.length]).toEqual(['offline', 2])
})

function Title() {
  const { error, data } = useCall(blendCalls.getBlend, { params: { id: ID } }, { staleMs: Infinity })
  return <p>{data ? data.title : error?.failure.kind}</p>
}

it.each([
  ['keeps what it shows when the server fails', 503, 'unavailable', 'Our blend'],
  ['no longer shows what the server says is not there for the viewer', 404, 'not_found', 'missing'],
  ['no longer shows what the server says the viewer may not see', 403, 'forbidden', 'forbidden'],
])('a page %s', async (_, status, code, shown) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.useFakeTimers()
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', async () => Response.json({ type: 'about:blank', title: 'No', status, code }, { status }))
  cacheResponse(blendCalls.getBlend, { params: { id: ID } }, { title: 'Our blend' } as Blend)
  renderInApp(<Title />)
  void refreshCall(blendCalls.getBlend)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByRole('paragraph').textContent).toBe(shown)
})
