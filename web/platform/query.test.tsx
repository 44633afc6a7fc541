import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { identityCalls } from '#contract/identity/identity.ts'
import { playerCalls, type PlayerSettings } from '#contract/players.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { reportReachability } from './connectivity.ts'
import { cacheAnswer, useCall } from './query.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reportReachability(true)
})

const remember = (autoplay: boolean) => cacheAnswer(playerCalls.getPlayerSettings, {}, { settings: { autoplay } as PlayerSettings })

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
