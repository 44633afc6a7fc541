import { cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { reportReachability } from '#web/platform/connectivity.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { Root } from './Root.tsx'

const uid = '0199d3a0-0000-4000-8000-000000000001'

vi.mock('#web/platform/lazy-component.ts', { spy: true })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('starts the live features when the server is back after their code could not be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const startLive = vi.fn<() => () => void>().mockReturnValue(() => undefined)
  vi.mocked(importWithRetry).mockRejectedValueOnce(new Error('no code')).mockResolvedValue({ startLive })
  useAuthStore.getState().setUser({ subject: 's1', email: 'mira@example.org', emailVerified: true, displayName: null })
  useAuthStore.getState().setProfile({ exists: true, uid })
  renderInApp(<Root />, { path: '/nowhere' })
  await expect.poll(() => vi.mocked(importWithRetry).mock.settledResults[0]?.type).toBe('rejected')
  expect(startLive).not.toHaveBeenCalled()
  reportReachability(false)
  reportReachability(true)
  await expect.poll(() => startLive.mock.calls.length).toBe(1)
})
