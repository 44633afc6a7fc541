import { sql } from 'kysely'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { acquireLock } from '../server/platform/db/lock.ts'
import { createLogs } from '../server/platform/log.ts'
import type { Crowd } from './match.crowd.ts'

const PEOPLE_AT_ONCE = 200

/** The same rows in the database and the same measure as one plain query: what a product without an index in memory would do. */
export async function plainSql(
  dataDir: string,
  { people, rowsOf, uidOf }: Crowd,
): Promise<{ rank: (person: number) => Promise<unknown>; close: () => Promise<void> }> {
  const log = createLogs({ filter: 'error', pretty: true })('db')
  const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'] ?? null, log, lock: acquireLock(dataDir) })
  const { db } = database
  await sql`create table bench_rows (uid uuid not null, item_id uuid not null, weight real not null)`.execute(db)
  for (let from = 0; from < people; from += PEOPLE_AT_ONCE) {
    const rows = Array.from({ length: Math.min(PEOPLE_AT_ONCE, people - from) }, (_, at) => from + at).flatMap((person) =>
      rowsOf(person).map((row) => [uidOf(person), row.itemId, row.weight] as const),
    )
    await sql`insert into bench_rows select * from unnest(${rows.map(([uid]) => uid)}::uuid[], ${rows.map(([, item]) => item)}::uuid[], ${rows.map(([, , weight]) => weight)}::real[])`.execute(
      db,
    )
  }
  await sql`create index on bench_rows (uid)`.execute(db)
  await sql`create index on bench_rows (item_id)`.execute(db)
  await sql`create table bench_things as select item_id, ln(1 + ${people}::float8 / count(*)) as rarity from bench_rows group by item_id`.execute(
    db,
  )
  await sql`create unique index on bench_things (item_id)`.execute(db)
  await sql`create table bench_lengths as
    select uid, sqrt(sum(weight * rarity ^ 2)) as length from bench_rows join bench_things using (item_id) group by uid`.execute(db)
  await sql`create unique index on bench_lengths (uid)`.execute(db)
  await sql`analyze`.execute(db)
  return {
    rank: (person) =>
      sql`
      select other.uid, sum(sqrt(mine.weight * other.weight) * rarity ^ 2) / min(length) as score
      from bench_rows mine join bench_things using (item_id) join bench_rows other using (item_id) join bench_lengths on bench_lengths.uid = other.uid
      where mine.uid = ${uidOf(person)} and other.uid <> mine.uid
      group by other.uid order by score desc limit 20`.execute(db),
    close: () => database.close(),
  }
}
