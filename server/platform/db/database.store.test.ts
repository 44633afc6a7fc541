// The behavior that stores rely on, the same on both engines: here in memory, and on PostgreSQL by `npm run test:engines`.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import type { Database } from './database.ts'
import { sqlState, violatesUnique } from './query-error.ts'

type Tables = { shelf: { id: string; name: string; amount: number; made_at?: Date } }

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await database.script(
    'create table shelf (id uuid primary key, name text not null constraint shelf_name_once unique, amount int8 not null, made_at timestamptz default now())',
  )
})
afterAll(() => database.close())

const shelves = () => database.db.withTables<Tables>()
const aShelf = (name: string, amount = 1) => ({ id: randomUUID(), name, amount })

async function valueOf(expression: string, ...params: unknown[]): Promise<unknown> {
  const [row] = await database.query(`select ${expression} as value`, params)
  return typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined
}

describe('both engines return the same values', () => {
  it.each([
    ['int8', '9007199254740991::int8', 9_007_199_254_740_991],
    ['count', '(select count(*) from generate_series(1, 3))', 3],
    ['int8[]', 'array[1, null, 3]::int8[]', [1, null, 3]],
    ['int4[]', 'array[1, 2]::int4[]', [1, 2]],
    ['float8', '0.5::float8', 0.5],
    ['numeric', '1.50::numeric', '1.50'],
    ['text[]', `array['a,b', 'c"d', null]`, ['a,b', 'c"d', null]],
    ['uuid[]', `array['00000000-0000-7000-8000-000000000001']::uuid[]`, ['00000000-0000-7000-8000-000000000001']],
    ['citext', `'MiXed'::citext`, 'MiXed'],
    ['boolean', 'true', true],
    ['jsonb', `'{"a": [1, "two", null]}'::jsonb`, { a: [1, 'two', null] }],
    ['jsonb null', `'null'::jsonb`, null],
    ['date', `'2001-02-03'::date`, '2001-02-03'],
    ['timestamptz', `'2026-01-02 03:04:05.678+02'::timestamptz`, new Date('2026-01-02T01:04:05.678Z')],
    ['bytea', `'\\x00ff10'::bytea`, new Uint8Array([0, 255, 16])],
    ['empty bytea', `''::bytea`, new Uint8Array()],
    ['null', 'null::int8', null],
    ['a letter that is not Latin, in lower case', `lower('ÉЖ')`, 'éж'],
    ['a day that begins at UTC', `date_trunc('day', '2026-01-02 01:00:00+02'::timestamptz)`, new Date('2026-01-01T00:00:00Z')],
  ])('%s', async (_name, expression, expected) => {
    expect(await valueOf(expression)).toStrictEqual(expected)
  })

  it.each([
    ['text', 'text', 'a text with 🎵'],
    ['number as int8', 'int8', 42],
    ['boolean', 'bool', false],
    ['date and time', 'timestamptz', new Date('2026-01-02T01:04:05.678Z')],
    ['bytes', 'bytea', new Uint8Array([1, 2, 250])],
    ['list of texts', 'text[]', ['a', 'b,c']],
    ['list of numbers', 'int4[]', [1, 2]],
    ['null', 'text', null],
  ])('%s is returned as it was sent', async (_name, type, value) => {
    expect(await valueOf(`$1::${type}`, value)).toStrictEqual(value)
  })

  it('JSON is passed as text', async () => {
    expect(await valueOf('$1::jsonb', JSON.stringify([{ a: 1 }]))).toStrictEqual([{ a: 1 }])
  })
})

describe('both engines report the same errors', () => {
  it('a second row with the same key fails with 23505 and the name of the constraint', async () => {
    await shelves().insertInto('shelf').values(aShelf('once')).execute()
    const error: unknown = await shelves()
      .insertInto('shelf')
      .values(aShelf('once'))
      .execute()
      .catch((reason: unknown) => reason)
    expect(sqlState(error)).toBe('23505')
    expect(violatesUnique(error, 'shelf_name_once')).toBe(true)
    expect(violatesUnique(error, 'another_rule')).toBe(false)
  })

  it('a table that is missing is 42P01', async () => {
    const error: unknown = await sql`select * from nowhere`.execute(database.db).catch((reason: unknown) => reason)
    expect(sqlState(error)).toBe('42P01')
  })
})

describe('transactions', () => {
  it('that fail leave nothing behind', async () => {
    const failing = shelves()
      .transaction()
      .execute(async (transaction) => {
        await transaction.insertInto('shelf').values(aShelf('rolled back')).execute()
        throw new Error('on purpose')
      })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await shelves().selectFrom('shelf').select('id').where('name', '=', 'rolled back').execute()).toEqual([])
  })

  it('whose failed statement was ignored are not reported as stored', async () => {
    const ignoring = shelves()
      .transaction()
      .execute(async (transaction) => {
        await transaction.insertInto('shelf').values(aShelf('ignored')).execute()
        await sql`select 1 / 0`.execute(transaction).catch(() => undefined)
      })
    await expect(ignoring).rejects.toThrow(/rolled back|abort/i)
    expect(await shelves().selectFrom('shelf').select('id').where('name', '=', 'ignored').execute()).toEqual([])
  })

  it('continue after a statement that failed inside a savepoint', async () => {
    const transaction = await shelves().startTransaction().execute()
    await transaction.insertInto('shelf').values(aShelf('before')).execute()
    const inside = await transaction.savepoint('inside').execute()
    await sql`select 1 / 0`.execute(inside).catch(() => undefined)
    const after = await inside.rollbackToSavepoint('inside').execute()
    await after.commit().execute()
    expect(await shelves().selectFrom('shelf').select('name').where('name', '=', 'before').execute()).toEqual([{ name: 'before' }])
  })

  it('concurrent transactions are isolated: no lost updates and no partial reads', async () => {
    await shelves().insertInto('shelf').values(aShelf('counter', 0)).execute()
    const addOne = () =>
      shelves()
        .transaction()
        .execute(async (transaction) => {
          const { amount } = await transaction
            .selectFrom('shelf')
            .select('amount')
            .where('name', '=', 'counter')
            .forUpdate()
            .executeTakeFirstOrThrow()
          await transaction
            .updateTable('shelf')
            .set({ amount: amount + 500 })
            .where('name', '=', 'counter')
            .execute()
          await transaction
            .updateTable('shelf')
            .set({ amount: amount + 1 })
            .where('name', '=', 'counter')
            .execute()
        })
    const readCounter = () => shelves().selectFrom('shelf').select('amount').where('name', '=', 'counter').executeTakeFirstOrThrow()
    const [seen] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, readCounter)),
      Promise.all(Array.from({ length: 20 }, addOne)),
    ])
    expect((await readCounter()).amount).toBe(20)
    expect(Math.max(...seen.map(({ amount }) => amount))).toBeLessThanOrEqual(20)
  })
})

async function query(n: number): Promise<unknown> {
  if (n % 5 === 0) return sqlState(await database.query('select $1::int / 0', [n]).catch((error: unknown) => error))
  if (n % 7 === 0) return sqlState(await database.query(`select ${n} from nowhere`).catch((error: unknown) => error))
  if (n % 11 === 0)
    return shelves()
      .transaction()
      .execute(async (transaction) => (await sql<{ n: number }>`select ${n}::int as n`.execute(transaction)).rows[0]?.n)
  return valueOf('$1::int', n)
}

it('500 good and bad queries at once each get their own answer', async () => {
  const results = await Promise.all(Array.from({ length: 500 }, (_, n) => query(n)))
  expect(results).toEqual(results.map((_, n) => (n % 5 === 0 ? '22012' : n % 7 === 0 ? '42P01' : n)))
})

describe('scripts and queries', () => {
  it('several statements without parameters run as one query, and their rows are returned together', async () => {
    expect(await database.query('select 1 as n; select 2 as n')).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('a script that fails leaves nothing behind, not even an open transaction', async () => {
    await expect(database.script(`begin; create table half (id int); select 1 / 0; commit`)).rejects.toThrow('division by zero')
    await expect(database.query('select * from half')).rejects.toThrow('does not exist')
    expect(await valueOf('1')).toBe(1)
  })

  it('answers a ping', async () => {
    await expect(database.ping(5_000)).resolves.toBeUndefined()
  })
})
