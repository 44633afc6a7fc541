import { afterEach, beforeEach, expect, it, vi } from 'vitest'

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
  expect([settings.autoplay, settings.consent]).toEqual([true, { spotify: 'ask', youtube: 'ask' }])
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

it('always and never are remembered, and never ends a yes for once', async () => {
  const first = await visit()
  first.usePlayersSettings.getState().allowOnce('youtube')
  first.usePlayersSettings.getState().setConsent('youtube', 'never')
  first.usePlayersSettings.getState().setConsent('spotify', 'always')
  first.usePlayersSettings.getState().setAutoplay(false)
  expect(first.mayLoad(first.usePlayersSettings.getState(), 'youtube')).toBe(false)
  const second = await visit()
  const settings = second.usePlayersSettings.getState()
  expect([settings.autoplay, second.mayLoad(settings, 'spotify'), second.mayLoad(settings, 'youtube')]).toEqual([false, true, false])
})

it.each(['{', 'null', '[]', '{"consent":"always"}', '{"consent":{"spotify":"yes","youtube":1}}'])(
  'what was kept as %s is asked anew',
  async (text) => {
    vi.stubGlobal('localStorage', storage({ 'wl.players': text }))
    const { usePlayersSettings } = await visit()
    expect(usePlayersSettings.getState().consent).toEqual({ spotify: 'ask', youtube: 'ask' })
  },
)
