import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerSession } from '#web/platform/session-token.ts'
import { finishConnect, readReturn } from './AuthReturn.tsx'

const answer = (returnTo: string) => ({
  source: {
    source: 'spotify',
    status: 'syncing',
    account: 'mira',
    progress: null,
    counts: { artists: 0, tracks: 0, channels: 0, videos: 0 },
    synced_at: null,
    shown_to: 'buddies',
    counts_for_matching: true,
    counts_silently: false,
    may_share: true,
    verified: null,
    proof: null,
    stand_in: true,
  },
  return_to: returnTo,
})
const fetched = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
})
afterEach(() => vi.unstubAllGlobals())

it("parses the parameters of a platform's redirect", () => {
  expect(readReturn('?code=c&state=s')).toEqual({ kind: 'code', code: 'c', state: 's' })
  expect(readReturn('?error=access_denied&state=s')).toEqual({ kind: 'denied' })
  expect(readReturn('?error=server_error&code=c&state=s')).toEqual({ kind: 'fault' })
  expect(readReturn('?code=c')).toEqual({ kind: 'nothing' })
  expect(readReturn('')).toEqual({ kind: 'nothing' })
})

it('exchanges a code once, even if the page renders again', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json(answer('/social_connect'))))
  const first = finishConnect('spotify', { code: 'c', state: 'once' })
  const second = finishConnect('spotify', { code: 'c', state: 'once' })
  expect(await first).toMatchObject({ ok: true, returnTo: '/social_connect' })
  expect(await second).toEqual(await first)
  expect(fetched).toHaveBeenCalledOnce()
})

it('sends the code again on retry after a missing answer', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  fetched.mockImplementation(() => Promise.resolve(Response.json(answer('/social_connect'))))
  expect(await finishConnect('spotify', { code: 'c', state: 'again' })).toMatchObject({ ok: false, failure: { kind: 'offline' } })
  expect(await finishConnect('spotify', { code: 'c', state: 'again' })).toMatchObject({ ok: true, returnTo: '/social_connect' })
})

it.each(['//evil.example', '/\\evil.example', 'https://evil.example'])('never redirects to another site (%s)', async (returnTo) => {
  fetched.mockImplementation(() => Promise.resolve(Response.json(answer(returnTo))))
  expect(await finishConnect('spotify', { code: 'c', state: returnTo })).toMatchObject({ ok: true, returnTo: '/social_connect' })
})
