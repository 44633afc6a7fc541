import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defaultPlayerSettings } from '#contract/players.ts'

/** Storage of a browser, as far as settings use it. */
function storage(first: Record<string, string> = {}) {
  const values = new Map(Object.entries(first))
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

/** The settings as a fresh visit finds them. */
async function visit() {
  vi.resetModules()
  return import('./players.settings.ts')
}

beforeEach(() => vi.stubGlobal('localStorage', storage()))
afterEach(() => vi.unstubAllGlobals())

it('nothing loads before somebody was asked, and videos begin by themselves', async () => {
  const { usePlayersSettings, mayLoad } = await visit()
  const settings = usePlayersSettings.getState()
  expect(settings.settings).toEqual(defaultPlayerSettings)
  expect([mayLoad(settings, 'spotify'), mayLoad(settings, 'youtube')]).toEqual([false, false])
})

it('a yes for once holds for one platform and until the page is left', async () => {
  const first = await visit()
  first.usePlayersSettings.getState().allowOnce('spotify')
  const settings = first.usePlayersSettings.getState()
  expect([first.mayLoad(settings, 'spotify'), first.mayLoad(settings, 'youtube')]).toEqual([true, false])
  const second = await visit()
  expect(second.mayLoad(second.usePlayersSettings.getState(), 'spotify')).toBe(false)
})

it('without an account always and never are remembered here, and never ends a yes for once', async () => {
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

it('what an account says holds instead, leaves nothing in the browser, and goes with it', async () => {
  const { usePlayersSettings: store, mayLoad } = await visit()
  store.getState().adopt({ ...defaultPlayerSettings, autoplay: false, spotify: 'always', youtube: 'never' })
  store.getState().change({ youtube: 'always' })
  expect(store.getState().settings).toEqual({ ...defaultPlayerSettings, autoplay: false, spotify: 'always', youtube: 'always' })
  expect(localStorage.getItem('wl.players')).toBeNull()
  store.getState().allowOnce('spotify')
  store.getState().leaveAccount()
  expect([mayLoad(store.getState(), 'spotify'), mayLoad(store.getState(), 'youtube')]).toEqual([false, false])
})

it('an account that never chose begins with what this browser was told', async () => {
  const { usePlayersSettings: store } = await visit()
  store.getState().change({ spotify: 'always' })
  store.getState().adopt(null)
  expect(store.getState().settings.spotify).toBe('always')
})

it.each(['{', 'null', '[]', '{"consent":"always"}', '{"autoplay":true,"spotify":"yes","youtube":1}'])(
  'what was kept as %s is asked anew',
  async (text) => {
    vi.stubGlobal('localStorage', storage({ 'wl.players': text }))
    const { usePlayersSettings } = await visit()
    expect(usePlayersSettings.getState().settings).toEqual(defaultPlayerSettings)
  },
)
