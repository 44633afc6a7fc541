import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sourcesWorld } from '#tests/kit/sources.ts'
import { createMonthlyPrintsStore } from './monthly-prints.ts'
import { createTasteStore } from '#server/features/matching/taste.store.ts'
import { database, world, setUpSources } from '#tests/kit/sources-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpSources()

const tokensOf = async (uid: string) => (await sql`select tokens_encrypted from taste_sources where uid = ${uid}`.execute(database.db)).rows

test('a new user sees every enabled source as not connected', async () => {
  const list = await world.sources.list(await world.person())
  expect(list.map(({ source, status }) => [source, status])).toEqual([
    ['spotify', 'not_connected'],
    ['youtube', 'not_connected'],
    ['listenbrainz', 'not_connected'],
    ['lastfm', 'not_connected'],
    ['picks', 'not_connected'],
  ])
})

test('disconnecting deletes tokens and data at once and revokes access at the provider', async () => {
  const uid = await world.person()
  await world.connect(uid, 'youtube', 'leaver')
  await world.connect(uid, 'spotify', 'leaver')
  await world.settle()
  const rows = await world.rowsOf(uid, 'spotify')
  expect((await world.rowsOf(uid, 'youtube')).length).toBeGreaterThan(0)
  const revoked: string[] = []
  const { revoke } = world.providers.youtube.provider
  world.providers.youtube.provider.revoke = (token) => {
    revoked.push(token)
    return revoke(token)
  }
  expect(await world.sources.disconnect(uid, 'youtube')).toMatchObject({ status: 'not_connected', account: null, counts: { channels: 0 } })
  world.providers.youtube.provider.revoke = revoke
  expect(revoked).toHaveLength(1)
  expect(await world.rowsOf(uid, 'youtube')).toEqual([])
  expect(await tokensOf(uid)).toHaveLength(1)
  expect(await world.rowsOf(uid, 'spotify')).toEqual(rows)
  expect(world.changed.at(-1)).toBe(uid)
})

test('disconnecting works while the provider is unreachable', async () => {
  const uid = await world.person()
  await world.connect(uid, 'youtube', 'away')
  world.youtube.failNext({ status: 500, body: 'down', path: '/revoke' })
  expect((await world.sources.disconnect(uid, 'youtube')).status).toBe('not_connected')
  await world.settle()
  expect(await world.rowsOf(uid, 'youtube')).toEqual([])
})

test('disconnecting during a sync stops it and leaves no data', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'hasty')
  world.spotify.failNext({ status: 429, retryAfter: 1, path: '/v1/me/following' })
  await world.jobs.runWaiting()
  expect((await world.rowsOf(uid, 'spotify')).length).toBeGreaterThan(0)
  await world.sources.disconnect(uid, 'spotify')
  await world.settle()
  expect(await world.rowsOf(uid, 'spotify')).toEqual([])
  expect((await world.statusOf(uid, 'spotify'))?.status).toBe('not_connected')
})

test('connecting another account replaces the data of the first and preserves the consent', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'first account')
  await world.settle()
  await world.sources.setConsent(uid, 'spotify', { shownTo: 'buddies', countsForMatching: false })
  const first = (await world.rowsOf(uid, 'spotify')).map(({ name }) => name)
  await createMonthlyPrintsStore(database.db).save(uid, '2026-10-01', new Map([['spotify', [1]]]))
  const playsOf = async () => (await sql`select 1 from item_plays where uid = ${uid}`.execute(database.db)).rows
  expect(await playsOf()).not.toEqual([])
  expect(await world.connect(uid, 'spotify', 'empty')).toMatchObject({
    status: 'syncing',
    counts: { artists: 0 },
    shown_to: 'buddies',
    counts_for_matching: false,
  })
  expect(await world.rowsOf(uid, 'spotify')).toEqual([])
  expect(await createMonthlyPrintsStore(database.db).list(uid)).toEqual([])
  expect(await playsOf()).toEqual([])
  await world.settle()
  expect(first.length).toBeGreaterThan(0)
  expect(await world.rowsOf(uid, 'spotify')).toEqual([])
})

test("consent can be set for connected sources only and reaches the user's other devices", async () => {
  const uid = await world.person()
  expect(await errorCode(world.sources.setConsent(uid, 'spotify', { shownTo: 'only_me', countsForMatching: false }))).toBe('wrong_state')
  await world.connect(uid, 'spotify', 'consenting')
  await world.settle()
  world.hub.takeFrames()
  expect(await world.sources.setConsent(uid, 'spotify', { shownTo: 'buddies', countsForMatching: false })).toMatchObject({
    shown_to: 'buddies',
    counts_for_matching: false,
  })
  expect(world.hub.takeFrames()).toMatchObject([{ uid, event: 'source_changed', data: { source: { shown_to: 'buddies' } } }])
  expect(world.changed.at(-1)).toBe(uid)
})

test('silent counting is set by the owner, survives other changes and reaches matching', async () => {
  const uid = await world.person()
  expect(await world.connect(uid, 'spotify', 'silent')).toMatchObject({ counts_silently: false })
  await world.settle()
  const settings = { shownTo: 'only_me' as const, countsForMatching: true }
  expect(await world.sources.setConsent(uid, 'spotify', { ...settings, countsSilently: true })).toMatchObject({ counts_silently: true })
  expect(await world.sources.setConsent(uid, 'spotify', { ...settings, shownTo: 'buddies' })).toMatchObject({ counts_silently: true })
  expect((await createTasteStore(world.db).listRows(uid)).every(({ silently }) => silently)).toBe(true)
  expect(await world.sources.setConsent(uid, 'spotify', { ...settings, countsSilently: false })).toMatchObject({ counts_silently: false })
})

test('rows of a real API stay private when the operator does not allow sharing', async () => {
  const strict = await sourcesWorld(database.db, { mayShare: false })
  const uid = await strict.person()
  expect(await strict.connect(uid, 'spotify', 'private')).toMatchObject({ shown_to: 'only_me', counts_for_matching: false })
  expect(
    await strict.sources.setConsent(uid, 'spotify', { shownTo: 'everyone', countsForMatching: true, countsSilently: true }),
  ).toMatchObject({
    shown_to: 'only_me',
    counts_for_matching: false,
    counts_silently: false,
  })
  await strict.close()
})

test('rows become private at the next start after the operator withdraws permission', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'formerly shared')
  const strict = await sourcesWorld(database.db, { mayShare: false })
  await strict.sources.applyOperatorSettings()
  expect(await strict.statusOf(uid, 'spotify')).toMatchObject({ shown_to: 'only_me', counts_for_matching: false })
  expect(strict.changed).toContain(uid)
  await strict.close()
})

test('syncing a source that is not connected fails', async () => {
  expect(await errorCode(world.sources.sync(await world.person(), 'spotify'))).toBe('wrong_state')
})
