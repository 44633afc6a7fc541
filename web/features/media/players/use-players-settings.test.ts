import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callAddress } from '#contract/base/call.ts'
import { defaultPlayerSettings, playerCalls, type PlayerSettings } from '#contract/players.ts'
import { queryClient, cacheResponse } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { usePlayersSettings } from './players.settings.ts'
import { changePlayersSettings } from './use-players-settings.ts'

const path = callAddress(playerCalls.changePlayerSettings)
const shown = () => usePlayersSettings.getState().settings
let answers: ((response: Response) => void)[]
const fetched = vi.fn<(address: string) => Promise<Response>>(() => new Promise((resolve) => answers.push(resolve)))
const sent = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count))

beforeEach(() => {
  answers = []
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  registerSession({ uid: () => 'uid-1', getToken: async () => 'token-1' })
  vi.stubGlobal('fetch', fetched)
  cacheResponse(playerCalls.getPlayerSettings, {}, { settings: defaultPlayerSettings })
  usePlayersSettings.getState().adopt(defaultPlayerSettings)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  queryClient.clear()
  usePlayersSettings.getState().leaveAccount()
})

it("shows a change at once, then the server's state", async () => {
  const change = changePlayersSettings({ spotify: 'always' })
  expect(shown().spotify).toBe('always')
  await sent(1)
  expect(fetched.mock.lastCall?.[0]).toContain(path)
  answers[0]?.(Response.json({ ...defaultPlayerSettings, spotify: 'always', youtube: 'never' } satisfies PlayerSettings))
  await change
  expect(shown()).toEqual({ ...defaultPlayerSettings, spotify: 'always', youtube: 'never' })
})

it('rolls back only the failed change, not later ones', async () => {
  const [first, second] = [changePlayersSettings({ spotify: 'always' }), changePlayersSettings({ autoplay: false })]
  await sent(1)
  answers[0]?.(new Response(null, { status: 503 }))
  await first
  expect(shown()).toEqual({ ...defaultPlayerSettings, autoplay: false })
  await sent(2)
  answers[1]?.(Response.json({ ...defaultPlayerSettings, autoplay: false }))
  await second
  expect(shown()).toEqual({ ...defaultPlayerSettings, autoplay: false })
})

it("returns to this browser's settings for an account without a choice", async () => {
  cacheResponse(playerCalls.getPlayerSettings, {}, { settings: null })
  const change = changePlayersSettings({ youtube: 'never' })
  expect(shown().youtube).toBe('never')
  await sent(1)
  answers[0]?.(new Response(null, { status: 500 }))
  await change
  expect(shown()).toEqual(defaultPlayerSettings)
})
