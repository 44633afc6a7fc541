import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultPlayerSettings } from '#contract/players.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { playerSettingsPersonalData } from './player-settings.personal.ts'
import { preferredPlatform } from './media.routes.ts'
import { createPlayerSettingsStore } from './player-settings.store.ts'

let database: Database
let store: ReturnType<typeof createPlayerSettingsStore>
beforeAll(async () => {
  database = await testDatabase()
  store = createPlayerSettingsStore(database.db)
})
afterAll(() => database.close())

async function person(): Promise<string> {
  const uid = randomUUID()
  await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'test', ${uid}, now())`.execute(database.db)
  return uid
}

test('has no settings before the first choice; a choice leaves the other defaults', async () => {
  const uid = await person()
  expect(await store.find(uid)).toBeNull()
  expect(await store.change(uid, { youtube: 'never' })).toEqual({ ...defaultPlayerSettings, youtube: 'never' })
  const changed = { ...defaultPlayerSettings, autoplay: false, youtube: 'never' }
  expect(await store.change(uid, { autoplay: false, spotify: undefined })).toEqual(changed)
  expect(await store.change(uid, {})).toEqual(changed)
  expect(await store.change(uid, { tiktok: 'always' })).toEqual({ ...changed, tiktok: 'always' })
  expect(await store.find(await person())).toBeNull()
})

test('concurrent changes of different settings are both stored', async () => {
  const uid = await person()
  await Promise.all([
    store.change(uid, { spotify: 'always' }),
    store.change(uid, { youtube: 'always' }),
    store.change(uid, { autoplay: false }),
  ])
  expect(await store.find(uid)).toEqual({ ...defaultPlayerSettings, autoplay: false, spotify: 'always', youtube: 'always' })
})

test('an item on both platforms plays where the user prefers, or else where they have their only account', async () => {
  const uid = await person()
  expect((await store.change(uid, { play_on: 'youtube' })).play_on).toBe('youtube')
  expect(await store.change(uid, { autoplay: false })).toMatchObject({ play_on: 'youtube' })
  expect(preferredPlatform('youtube', ['spotify'])).toBe('youtube')
  expect(preferredPlatform('auto', ['youtube'])).toBe('youtube')
  expect(preferredPlatform('auto', ['spotify', 'youtube'])).toBeNull()
  expect(preferredPlatform('auto', [])).toBeNull()
})

test('settings are exported, and deleted with the account', async () => {
  const uid = await person()
  const data = playerSettingsPersonalData(database.db)
  const files = async () => {
    const paths: string[] = []
    for await (const { path } of data.collect(uid, new Set())) paths.push(path)
    return paths
  }
  expect(await files()).toEqual([])
  await store.change(uid, { spotify: 'always' })
  expect(await files()).toEqual(['players.json'])
  await data.eraseRows?.(database.db, uid)
  expect([await store.find(uid), await files()]).toEqual([null, []])
})
