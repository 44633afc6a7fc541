import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ConnectableSource } from '#contract/taste/taste.ts'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { type InProcessServer, type Caller, startInProcessServer } from '#tests/kit/in-process-server.ts'

/** Blends of two users with accounts at the fake services, saved as playlists there. */
let server: InProcessServer
let anna: Caller
const blendIds = { spotify: '', youtube: '' }

beforeAll(async () => {
  server = await startInProcessServer()
  anna = await server.person('anna')
  const ben = await server.person('ben')
  await server.befriend(anna, ben)
  for (const [who, login] of [
    [anna, 'anna'],
    [ben, 'ben'],
  ] as const)
    for (const source of ['spotify', 'youtube'] as const) await connect(who, source, login)
  const waitForSyncs = async (uid: string) => {
    const sources = await server.app.sources.list(uid)
    if (sources.some(({ status }) => status === 'syncing')) throw new Error('a sync is running')
  }
  for (const { uid } of [anna, ben]) await vi.waitFor(() => waitForSyncs(uid), { timeout: 60_000 })
  for (const who of [anna, ben]) for (const source of ['spotify', 'youtube']) await show(who, source)
  for (const [source, kind] of [
    ['spotify', 'music'],
    ['youtube', 'video'],
  ] as const) {
    const { id } = await server.app.blends.make(anna.uid, { kind, uids: [ben.uid], timeZone: 'UTC' })
    await server.app.blends.join(ben.uid, id)
    blendIds[source] = id
  }
}, 180_000)
afterAll(async () => await server.stop(), 30_000)

const show = (who: Caller, source: string) =>
  server.act('setConsent', who, { params: { source }, body: { shown_to: 'everyone', counts_for_matching: true } })

async function agree(who: Caller, source: ConnectableSource, address: string, login: string): Promise<void> {
  const back = (await logInAt(address, login)).searchParams
  await server.act('finishConnect', who, { params: { source }, body: { code: back.get('code'), state: back.get('state') } })
}

async function connect(who: Caller, source: ConnectableSource, login: string): Promise<void> {
  const { authorize_url: address } = await server.act('beginConnect', who, { params: { source }, body: {} })
  expect(String(address)).not.toMatch(/playlist-modify|googleapis.com%2Fauth%2Fyoutube(?!\.readonly)/)
  await agree(who, source, String(address), login)
}

const save = (source: ConnectableSource) =>
  server.act('saveToPlatform', anna, { params: { id: blendIds[source], source }, body: { title: 'Kitchen' } })

test.each([
  ['spotify', 'track', 'playlist-modify-private'],
  ['youtube', 'video', 'googleapis.com%2Fauth%2Fyoutube&'],
] as const)('%s asks for the permission with the first playlist, and then gets each %s of the mix', async (source, kind, scope) => {
  const started = await save(source)
  expect([started['url'], started['saved']]).toEqual([null, 0])
  expect(String(started['authorize_url'])).toContain(scope)
  await agree(anna, source, String(started['authorize_url']), 'anna')
  const saved = await save(source)
  const { items } = await server.app.blends.get(anna.uid, blendIds[source])
  const idAt = ({ item }: (typeof items)[number]) => (source === 'spotify' ? item.spotify_id : item.youtube_id)
  const ids = items.flatMap((item) => idAt(item) ?? [])
  const missing = items.filter((item) => idAt(item) === null).map(({ item }) => item)
  expect([ids.length > 0, items.every(({ item }) => item.kind === kind)]).toEqual([true, true])
  expect([saved['authorize_url'], saved['saved'], saved['missing']]).toEqual([null, ids.length, missing])
  const [title, ...listed] = (await (await fetch(String(saved['url']))).text()).split('\n')
  expect([title, listed.map((line) => line.replace('spotify:track:', ''))]).toEqual(['Kitchen', ids])
})

test('in development mode, Spotify rejects the playlist, and the error explains that the application may not write', async () => {
  server.failSpotify({ path: '/v1/me/playlists', status: 403 })
  const rejected = await server.ask('saveToPlatform', anna.token, {
    params: { id: blendIds.spotify, source: 'spotify' },
    body: { title: 'Kitchen' },
  })
  expect([rejected.status, JSON.parse(rejected.text)['code']]).toEqual([403, 'account_not_allowed'])
  // Only this request failed, so the account is not marked as rejected.
  expect((await save('spotify'))['url']).not.toBeNull()
})

test('without a connected account, and for people outside the blend, nothing is saved', async () => {
  const carl = await server.person('carl')
  const outside = await server.ask('saveToPlatform', carl.token, {
    params: { id: blendIds.spotify, source: 'spotify' },
    body: { title: 'x' },
  })
  expect(outside.status).toBe(404)
  await server.befriend(anna, carl)
  const { id } = await server.app.blends.make(anna.uid, { kind: 'all', uids: [carl.uid], timeZone: 'UTC' })
  await server.app.blends.join(carl.uid, id)
  const unconnected = await server.ask('saveToPlatform', carl.token, { params: { id, source: 'spotify' }, body: { title: 'x' } })
  expect([unconnected.status, unconnected.text.includes('wrong_state')]).toEqual([409, true])
})
