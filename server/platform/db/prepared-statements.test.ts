import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memoryOptions } from './embedded/pglite-options.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { sqlState } from './query-error.ts'

let pglite: PGlite
let nowMs: number
let statements: PreparedStatements
beforeAll(async () => {
  pglite = await PGlite.create(memoryOptions)
}, 30_000)
afterAll(() => pglite.close())
beforeEach(async () => {
  await pglite.exec(`rollback; deallocate all; drop table if exists shelf;
    create table shelf (id int primary key, name text); insert into shelf values (1, 'kept')`)
  nowMs = 0
  statements = new PreparedStatements(pglite, () => nowMs)
})

async function preparedNames(): Promise<string[]> {
  const { rows } = await pglite.query<{ statement: string }>('select statement from pg_prepared_statements order by prepare_time')
  return rows.map(({ statement }) => statement)
}

async function namesOf(statement: string): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>('select name from pg_prepared_statements where statement = $1', [statement])
  return rows.map(({ name }) => name)
}

const BY_ID = 'select name from shelf where id = $1'

it('prepares a statement when it is repeated, with the same result', async () => {
  const values = `select $1::timestamptz as time, $2::bytea as bytes, $3::int8 as big, $4::text[] as list, $5::jsonb as json, $6::text as nothing`
  const params = [new Date(0), Buffer.from([1, 255]), 9_007_199_254_740_991, ['a', 'b, "c"'], { a: [1] }, null]
  const results = [await statements.query(values, params)]
  expect(await preparedNames()).toEqual([])
  results.push(await statements.query(values, params), await statements.query(values, params))
  expect(await preparedNames()).toEqual([values])
  const row = { time: new Date(0), bytes: new Uint8Array([1, 255]), big: 9_007_199_254_740_991, list: ['a', 'b, "c"'], json: { a: [1] } }
  expect(results.map(({ rows }) => rows)).toEqual(Array.from({ length: 3 }, () => [{ ...row, nothing: null }]))
})

it('counts changed rows, and returns selected ones', async () => {
  const add = 'insert into shelf values ($1, $2) returning id'
  const move = 'update shelf set name = $1'
  for (const id of [2, 3]) expect((await statements.query(add, [id, 'new'])).rows).toEqual([{ id }])
  for (const name of ['a', 'b']) expect(await statements.query(move, [name])).toMatchObject({ affectedRows: 3, rows: [] })
})

it('rows that arrive in several chunks are whole', async () => {
  const many = `select n, repeat('ü', n % 97) as text from generate_series(1, $1::int) n`
  const rows = Array.from({ length: 2_000 }, (_, index) => ({ n: index + 1, text: 'ü'.repeat((index + 1) % 97) }))
  for (let time = 0; time < 2; time++) expect((await statements.query(many, [rows.length])).rows).toEqual(rows)
})

it('a statement that many run at once is prepared once', async () => {
  const results = await Promise.all(Array.from({ length: 8 }, () => statements.query(BY_ID, [1])))
  expect(results.map(({ rows }) => rows)).toEqual(Array.from({ length: 8 }, () => [{ name: 'kept' }]))
  expect(await preparedNames()).toEqual([BY_ID])
})

it('answers in the order of the requests, and a transaction has the connection alone', async () => {
  const rename = 'update shelf set name = $1 returning name'
  for (const name of ['a', 'b']) await statements.query(rename, [name])
  const order: string[] = []
  const record = (what: string) => () => void order.push(what)
  const alone = statements.runExclusive(async () => {
    order.push('alone')
    await pglite.exec('begin')
    await new Promise((resolve) => setImmediate(resolve))
    order.push('still alone')
    await pglite.exec('rollback')
  })
  const rejected = statements.runExclusive(() => pglite.query('select * from nowhere'))
  await Promise.all([
    alone,
    rejected.catch(record('rejected')),
    statements.query(rename, ['kept']).then(record('known')),
    statements.query('select name from shelf', []).then(({ rows }) => order.push(`new: ${JSON.stringify(rows)}`)),
  ])
  expect(order).toEqual(['alone', 'still alone', 'rejected', 'known', 'new: [{"name":"kept"}]'])
})

it('an error leaves no state, inside and outside of a transaction', async () => {
  const divide = 'select 1 / $1::int as n'
  for (let time = 0; time < 3; time++) expect(await statements.query(divide, [0]).catch(sqlState)).toBe('22012')
  expect((await statements.query(divide, [1])).rows).toEqual([{ n: 1 }])
  // The second rollback is prepared in the transaction that failed, as is the one after a minute.
  for (nowMs of [0, 1, 60_002]) {
    await statements.query('begin', [])
    expect(await statements.query(divide, [0]).catch(sqlState)).toBe('22012')
    expect(await statements.query(divide, [1]).catch(sqlState)).toBe('25P02')
    await statements.query('rollback', [])
    expect((await statements.query(divide, [1])).rows).toEqual([{ n: 1 }])
  }
})

it('a statement that can’t be prepared fails each time', async () => {
  for (let time = 0; time < 3; time++) expect(await statements.query('select * from nowhere', []).catch(sqlState)).toBe('42P01')
  await pglite.exec('create temporary table nowhere as select 1 as n')
  expect((await statements.query('select * from nowhere', [])).rows).toEqual([{ n: 1 }])
})

it('a new column of a table is returned at once', async () => {
  const all = 'select * from shelf'
  await statements.query(all, [])
  expect((await statements.query(all, [])).rows).toEqual([{ id: 1, name: 'kept' }])
  await pglite.exec('alter table shelf add column place int default 7')
  expect((await statements.query(all, [])).rows).toEqual([{ id: 1, name: 'kept', place: 7 }])
})

it('queries with LIKE are never prepared', async () => {
  const alike = 'select name from shelf where name like $1'
  for (const found of ['ke%', 'x%', '%t']) expect((await statements.query(alike, [found])).rows).toHaveLength(found === 'x%' ? 0 : 1)
  expect(await preparedNames()).toEqual([])
})

it('after a minute a statement is planned again, and the previous plan is dropped', async () => {
  await statements.query(BY_ID, [1])
  await statements.query(BY_ID, [1])
  const [first] = await namesOf(BY_ID)
  nowMs = 59_999
  await statements.query(BY_ID, [1])
  expect(await namesOf(BY_ID)).toEqual([first])
  nowMs = 60_000
  expect((await statements.query(BY_ID, [1])).rows).toEqual([{ name: 'kept' }])
  const names = await namesOf(BY_ID)
  expect(names).toHaveLength(1)
  expect(names).not.toEqual([first])
})

it('remembers at most two hundred, the last used', async () => {
  for (let n = 0; n < 2; n++) await statements.query(BY_ID, [1])
  for (let n = 0; n < 199; n++) for (let time = 0; time < 2; time++) await statements.query(`select ${n} as n`, [])
  expect(await preparedNames()).toHaveLength(200)
  await statements.query(BY_ID, [1])
  for (let time = 0; time < 3; time++) await statements.query('select 199 as n', [])
  const left = await preparedNames()
  expect(left).toHaveLength(200)
  expect([left.includes(BY_ID), left.includes('select 0 as n'), left.includes('select 199 as n')]).toEqual([true, false, true])
})
