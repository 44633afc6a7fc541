import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { arrayLiteral } from './array-literal.ts'
import type { Database } from './database.ts'

let database: Database
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const roundTrip = async (values: readonly string[]) => {
  const { rows } = await sql<{ it: string[] }>`select to_json(${arrayLiteral(values)}::text[]) as it`.execute(database.db)
  return rows[0]?.it
}

test('any texts arrive unchanged and in order', async () => {
  const texts = ['', ' ', 'NULL', '{}', '{a,b}', 'a"b', String.raw`a\b`, String.raw`\"`, "it's", 'a,b', 'one\ntwo', 'ü 👩‍🚀 مرحبا']
  expect(await roundTrip(texts)).toEqual(texts)
  expect(await roundTrip([])).toEqual([])
  const text = fc.string({ unit: 'binary', maxLength: 40 }).map((entry) => entry.replaceAll('\0', '').toWellFormed())
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 6 }), async (values) => {
      expect(await roundTrip(values)).toEqual(values)
    }),
    { numRuns: 40 },
  )
})
