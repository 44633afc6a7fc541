import { Client } from 'pg'
import { startPostgres } from '#tests/kit/engines.ts'
import type { Crowd } from './match.crowd.ts'

const PEOPLE_AT_ONCE = 500

type PlainSql = { rank: (person: number) => Promise<unknown>; close: () => Promise<void> }

/**
 * The same rows in a PostgreSQL server and the same measure as one plain query: what a product without an index in memory
 * would do. Null where PostgreSQL is not installed.
 */
export async function plainSql({ people, rowsOf, uidOf }: Crowd): Promise<PlainSql | null> {
  const server = await startPostgres()
  if (!server) return null
  const db = new Client({ connectionString: server.url })
  await db.connect()
  await db.query('create table bench_rows (uid uuid not null, item_id uuid not null, weight real not null)')
  for (let from = 0; from < people; from += PEOPLE_AT_ONCE) {
    const rows = Array.from({ length: Math.min(PEOPLE_AT_ONCE, people - from) }, (_, index) => from + index).flatMap((person) =>
      rowsOf(person).map((row) => [uidOf(person), row.itemId, row.weight] as const),
    )
    await db.query('insert into bench_rows select * from unnest($1::uuid[], $2::uuid[], $3::real[])', [
      rows.map(([uid]) => uid),
      rows.map(([, item]) => item),
      rows.map(([, , weight]) => weight),
    ])
  }
  await db.query('create index on bench_rows (uid)')
  await db.query('create index on bench_rows (item_id)')
  await db.query(`create table bench_things as
    select item_id, ln(1 + ${people}::float8 / count(*)) as rarity from bench_rows group by item_id`)
  await db.query('create unique index on bench_things (item_id)')
  await db.query(`create table bench_lengths as
    select uid, sqrt(sum(weight * rarity ^ 2)) as length from bench_rows join bench_things using (item_id) group by uid`)
  await db.query('create unique index on bench_lengths (uid)')
  await db.query('analyze')
  return {
    rank: (person) =>
      db.query(
        `select other.uid, sum(sqrt(mine.weight * other.weight) * rarity ^ 2) / min(length) as score
         from bench_rows mine join bench_things using (item_id) join bench_rows other using (item_id)
           join bench_lengths on bench_lengths.uid = other.uid
         where mine.uid = $1 and other.uid <> mine.uid
         group by other.uid order by score desc limit 20`,
        [uidOf(person)],
      ),
    async close() {
      await db.end()
      await server.remove()
    },
  }
}
