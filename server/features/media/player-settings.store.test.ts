import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultPlayerSettings } from '#contract/players.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { playerSettingsPersonalData } from './player-settings.personal.ts'
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

test('who never chose has none; a choice leaves the others as they begin', async () => {
  const uid = await person()
  expect(await store.of(uid)).toBeNull()
  expect(await store.change(uid, { youtube: 'never' })).toEqual({ ...defaultPlayerSettings, youtube: 'never' })
  const changed = { ...defaultPlayerSettings, autoplay: false, youtube: 'never' }
  expect(await store.change(uid, { autoplay: false, spotify: undefined })).toEqual(changed)
  expect(await store.change(uid, {})).toEqual(changed)
  expect(await store.change(uid, { tiktok: 'always' })).toEqual({ ...changed, tiktok: 'always' })
  expect(await store.of(await person())).toBeNull()
})

test('two devices that change different things at once both win', async () => {
  const uid = await person()
  await Promise.all([
    store.change(uid, { spotify: 'always' }),
    store.change(uid, { youtube: 'always' }),
    store.change(uid, { autoplay: false }),
  ])
  expect(await store.of(uid)).toEqual({ ...defaultPlayerSettings, autoplay: false, spotify: 'always', youtube: 'always' })
})

test('it is in the export, and gone with the account', async () => {
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
  expect([await store.of(uid), await files()]).toEqual([null, []])
})
