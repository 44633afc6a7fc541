import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertCrowd } from '#tests/kit/chat/crowd.ts'
import { testDatabase } from '#tests/kit/database.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isSecretInUse } from './in-use.ts'

let database: Database
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

test('a database is in use from its first user on', async () => {
  expect(await isSecretInUse(database.db)).toBe(false)
  await insertCrowd(database, 2)
  expect(await isSecretInUse(database.db)).toBe(true)
})

test('a database is in use from its first signing key on', async () => {
  await database.query(`insert into identity.jwks ("publicKey", "privateKey", "createdAt") values ('public', 'sealed', now())`)
  expect(await isSecretInUse(database.db)).toBe(true)
})
