import { sql } from 'kysely'
import { packDay } from '#server/features/sources/days.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { testDatabase } from '#tests/kit/database.ts'

// How much space ten years of 100 plays a day take, with indexes, and how long a week and a year of them take to read.
// `node bench/plays.ts`; on PostgreSQL with DATABASE_URL as the tests read it.

const YEARS = 10
const PLAYS_A_DAY = 100
const TRACKS = 5_000
const ARTISTS = 1_200
const ROUNDS = 50
const UID = '00000000-0000-4000-8000-000000000001'
const TODAY = 20_780

const { db, close } = await testDatabase()
await sql`insert into people (uid, issuer, subject, created_at) values (${UID}, 'bench', 'bench', now())`.execute(db)
await sql`insert into taste_sources (uid, source, status, created_at) values (${UID}, 'spotify_file', 'connected', now())`.execute(db)
const { rows: items } = await sql<{ id: string }>`
  insert into items (id, kind, name, name_key, created_at)
  select gen_random_uuid(), case when n <= ${TRACKS} then 'track' else 'artist' end, 'item ' || n, 'item ' || n, now()
  from generate_series(1, ${TRACKS + ARTISTS}::int) as n returning id
`.execute(db)

// Few tracks are played often and most rarely: a day has about 75 different tracks.
const counts = new Map<string, Map<number, number>>()
const count = (itemId: string, day: number) => {
  const days = counts.get(itemId) ?? new Map<number, number>()
  days.set(day, (days.get(day) ?? 0) + 1)
  counts.set(itemId, days)
}
let state = 42
const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
for (let day = TODAY - YEARS * 365; day < TODAY; day++)
  for (let play = 0; play < PLAYS_A_DAY; play++) {
    const track = Math.floor(TRACKS * random() ** 2)
    count(items[track]?.id ?? '', day)
    count(items[TRACKS + (track % ARTISTS)]?.id ?? '', day)
  }
const store = createPlaysStore(db)
await store.replace(
  { uid: UID, source: 'spotify_file' },
  Array.from(counts, ([itemId, days]) => ({
    itemId,
    kind: 'track' as const,
    days: Array.from(days, ([day, plays]) => packDay({ day, plays, seconds: plays * 200 + (day % 60) })).toSorted((one, two) => one - two),
    kept: false,
  })),
)
const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('plays')::float8 as bytes`.execute(db)
const megabytes = (rows[0]?.bytes ?? 0) / 1e6
console.log(`${YEARS * 365 * PLAYS_A_DAY} plays of one user, with indexes: ${megabytes.toFixed(1)} MB (target: below 10 MB)`)

for (const [name, length] of [
  ['week', 7],
  ['year', 365],
] as const) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await store.between(UID, TODAY - (round + 1) * length + 1, TODAY - round * length)
    times.push(performance.now() - start)
  }
  const sorted = times.toSorted((one, two) => one - two)
  console.log(`a ${name}: median ${sorted[ROUNDS / 2]?.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms`)
}
await close()
if (megabytes >= 10) process.exitCode = 1
