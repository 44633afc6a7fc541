import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { sourcesWorld } from '#tests/kit/sources.ts'
import type { Database } from '#server/platform/db/database.ts'
import { resealColumn } from '#server/platform/crypto/sealed-columns.ts'
import { sealedTokens } from './sources.access.ts'

const first = 'the first secret, thirty-two characters'
const second = 'the second secret, thirty-two characters'
let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const reseal = ({ secrets }: Awaited<ReturnType<typeof sourcesWorld>>) =>
  resealColumn({ db: database.db, resealer: secrets, log: pino({ level: 'silent' }) }, sealedTokens)
const sealed = async () =>
  (
    await sql<{ tokens: string }>`select tokens_encrypted as tokens from taste_sources where tokens_encrypted is not null`.execute(
      database.db,
    )
  ).rows.map(({ tokens }) => tokens)

test('seals all tokens again at start after the secret changed, so that the old secret can be removed', async () => {
  const before = await sourcesWorld(database.db, { secret: first })
  const people = [await before.person(), await before.person()]
  for (const [index, uid] of people.entries()) await before.connect(uid, 'spotify', `rotated ${index}`)
  await before.settle()
  await before.close()

  const rotated = await sourcesWorld(database.db, { secret: second, previous: [first] })
  await reseal(rotated)
  expect((await sealed()).every((text) => text.startsWith(rotated.secrets.prefix))).toBe(true)
  const once = await sealed()
  await reseal(rotated)
  expect(await sealed()).toEqual(once)
  await rotated.close()

  const later = await sourcesWorld(database.db, { secret: second })
  await reseal(later)
  expect(await sealed()).toEqual(once)
  await later.close()
})

test('tokens sealed with a lost secret stay unchanged and block nothing', async () => {
  const lost = await sourcesWorld(database.db, { secret: 'a lost secret of thirty-two characters' })
  const uid = await lost.person()
  await lost.connect(uid, 'youtube', 'lost')
  await lost.close()
  const now = await sourcesWorld(database.db, { secret: second })
  const before = await sealed()
  await reseal(now)
  expect(await sealed()).toEqual(before)
  await now.sources.sync(uid, 'youtube')
  await now.settle()
  expect((await now.statusOf(uid, 'youtube'))?.status).toBe('reconnect')
  await now.close()
})
