import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { I18nProvider } from '@lingui/react'
import { authStatusOf, useAuthStore } from '#web/features/identity/auth.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { useSetup } from './use-setup.ts'

const uid = '018f0000-0000-7000-8000-000000000001'

test('account setup ends when another tab has created the profile', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  let exists = false
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ exists, uid })))
  useAuthStore.getState().setUser({ subject: 'mira', email: '', emailVerified: true, displayName: null })
  useAuthStore.getState().setProfile({ exists, uid })
  const { unmount } = renderHook(() => useSetup(16), { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> })
  const status = () => authStatusOf(useAuthStore.getState())
  exists = true
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'wl.profile.someone-else' })))
  expect(status()).toBe('no_profile')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'wl.profile.mira' })))
  await expect.poll(status).toBe('ready')
  unmount()
  vi.unstubAllGlobals()
})
