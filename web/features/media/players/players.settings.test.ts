import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defaultPlayerSettings } from '#contract/players.ts'

/** An in-memory localStorage. */
function storage(first: Record<string, string> = {}) {
  const values = new Map(Object.entries(first))
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

/** The settings at the start of a visit. */
async function visit() {
  vi.resetModules()
  return import('./players.settings.ts')
}

beforeEach(() => vi.stubGlobal('localStorage', storage()))
afterEach(() => vi.unstubAllGlobals())

it('loads no player before consent, and has autoplay on by default', async () => {
  const { usePlayersSettings, mayLoad } = await visit()
  const settings = usePlayersSettings.getState()
  expect(settings.settings).toEqual(defaultPlayerSettings)
  expect([mayLoad(settings, 'spotify'), mayLoad(settings, 'youtube')]).toEqual([false, false])
})

it('keeps one-time consent for one platform until the page is closed', async () => {
  const first = await visit()
  first.usePlayersSettings.getState().allowOnce('spotify')
  const settings = first.usePlayersSettings.getState()
  expect([first.mayLoad(settings, 'spotify'), first.mayLoad(settings, 'youtube')]).toEqual([true, false])
  const second = await visit()
  expect(second.mayLoad(second.usePlayersSettings.getState(), 'spotify')).toBe(false)
})

it('remembers permanent choices in this browser without an account, and a rejection ends one-time consent', async () => {
  const first = await visit()
  first.usePlayersSettings.getState().allowOnce('youtube')
  first.usePlayersSettings.getState().change({ youtube: 'never' })
  first.usePlayersSettings.getState().change({ spotify: 'always', autoplay: false })
  expect(first.mayLoad(first.usePlayersSettings.getState(), 'youtube')).toBe(false)
  const second = await visit()
  const settings = second.usePlayersSettings.getState()
  expect([settings.settings.autoplay, second.mayLoad(settings, 'spotify'), second.mayLoad(settings, 'youtube')]).toEqual([
    false,
    true,
    false,
  ])
})

it("uses the account's settings instead, stores nothing in the browser, and drops them on sign-out", async () => {
  const { usePlayersSettings: store, mayLoad } = await visit()
  store.getState().adopt({ ...defaultPlayerSettings, autoplay: false, spotify: 'always', youtube: 'never' })
  store.getState().change({ youtube: 'always' })
  expect(store.getState().settings).toEqual({ ...defaultPlayerSettings, autoplay: false, spotify: 'always', youtube: 'always' })
  expect(localStorage.getItem('wl.players')).toBeNull()
  store.getState().allowOnce('spotify')
  store.getState().leaveAccount()
  expect([mayLoad(store.getState(), 'spotify'), mayLoad(store.getState(), 'youtube')]).toEqual([false, false])
})

it("uses this browser's settings for an account without a choice", async () => {
  const { usePlayersSettings: store } = await visit()
  store.getState().change({ spotify: 'always' })
  store.getState().adopt(null)
  expect(store.getState().settings.spotify).toBe('always')
})

it.each(['{', 'null', '[]', '{"consent":"always"}', '{"autoplay":true,"spotify":"yes","youtube":1}'])(
  'ignores the stored value %s',
  async (text) => {
    vi.stubGlobal('localStorage', storage({ 'wl.players': text }))
    const { usePlayersSettings } = await visit()
    expect(usePlayersSettings.getState().settings).toEqual(defaultPlayerSettings)
  },
)
