import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { packPlay } from '#server/features/sources/play-times.ts'
import { countRange } from '#server/features/recaps/range.ts'
import { createPlaysStore, type PlayedItem } from '#server/features/sources/plays.ts'
import { DAY_MINUTES } from '#server/platform/local-day.ts'
import { testDatabase } from '#tests/kit/database.ts'

// How much space ten years of 100 plays a day take, with indexes, and how long ranges take to read: of that user, and of
// 1,000 users with 10,000,000 plays. `node bench/plays.ts`; on PostgreSQL with DATABASE_URL as the tests read it;
// `--users=100` for fewer users.

const YEARS = 10
const USERS = Number(process.argv.find((given) => given.startsWith('--users='))?.slice('--users='.length) ?? 1_000)
const PLAYS_OF_USER = 10_000
const TRACKS = 5_000
const ARTISTS = 1_200
const ROUNDS = 400
const TODAY = 20_780
const MAX_MEGABYTES = 10
const MAX_P99_MS = 50
const ZONE = 'Europe/Berlin'

const { db, close } = await testDatabase()
const { rows: items } = await sql<{ id: string }>`
  insert into items (id, kind, name, name_key, created_at)
  select gen_random_uuid(), case when n <= ${TRACKS} then 'track' else 'artist' end, 'item ' || n, 'item ' || n, now()
  from generate_series(1, ${TRACKS + ARTISTS}::int) as n returning id
`.execute(db)
const store = createPlaysStore(db)
let state = 42
const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31

/** Few tracks are played often and most rarely: a day of 100 plays has about 75 different tracks. */
async function addUser(plays: number, tracks: number): Promise<string> {
  const uid = randomUUID()
  await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'bench', ${uid}, now())`.execute(db)
  await sql`insert into taste_sources (uid, source, status, created_at) values (${uid}, 'spotify_file', 'connected', now())`.execute(db)
  const first = (TODAY - YEARS * 365) * DAY_MINUTES
  const times = Array.from({ length: items.length }, (): number[] => [])
  for (let play = 0; play < plays; play++) {
    const track = Math.floor(tracks * random() ** 2)
    const minute = first + Math.floor(((play + random()) * YEARS * 365 * DAY_MINUTES) / plays)
    const packed = packPlay(minute, 120 + Math.floor(random() * 180))
    times[track]?.push(packed)
    times[TRACKS + (track % ARTISTS)]?.push(packed)
  }
  const played = items.flatMap(({ id: itemId }, at): PlayedItem[] => {
    const own = times[at] ?? []
    return own.length === 0
      ? []
      : [{ itemId, kind: at < TRACKS ? 'track' : 'artist', times: own.toSorted((a, b) => a - b), days: [], kept: false }]
  })
  await store.replace({ uid, source: 'spotify_file' }, played)
  return uid
}

const megabytes = async () => {
  const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('item_plays')::float8 as bytes`.execute(db)
  return (rows[0]?.bytes ?? 0) / 1e6
}

/** Reads ranges of `length` days of these users, and returns the 99th percentile in milliseconds. */
async function measure(name: string, uids: readonly string[], length: number, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const uid = uids[Math.floor(random() * uids.length)] ?? ''
    const to = TODAY - Math.floor(random() * (YEARS * 365 - length))
    const start = performance.now()
    const range = { from: to - length + 1, to, timeZone: ZONE }
    countRange(await store.inRange(uid, range), { ...range, unit: length > 366 ? 'year' : 'day' })
    times.push(performance.now() - start)
  }
  const sorted = times.toSorted((one, two) => one - two)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  console.log(`${name}: median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`)
  return at(0.99)
}

const heavy = await addUser(YEARS * 365 * 100, TRACKS)
const size = await megabytes()
console.log(`365,000 plays of one user, with indexes: ${size.toFixed(1)} MB (target: below ${MAX_MEGABYTES} MB)`)
await sql`analyze`.execute(db)
for (const [name, length] of [
  ['week', 7],
  ['month', 31],
  ['year', 365],
] as const)
  await measure(`a ${name} of 365,000 plays`, [heavy], length, 40)

const users: string[] = []
for (let user = 0; user < USERS; user++) users.push(await addUser(PLAYS_OF_USER, 800))
await sql`analyze`.execute(db)
console.log(`${(USERS * PLAYS_OF_USER).toLocaleString('en-US')} plays of ${USERS} users: ${(await megabytes()).toFixed(0)} MB`)
let slowest = 0
for (const [name, length] of [
  ['week', 7],
  ['month', 31],
  ['year', 365],
  ['ten years', YEARS * 365],
] as const) {
  const p99 = await measure(`a range of a ${name}`, users, length, ROUNDS)
  slowest = Math.max(slowest, p99)
}
console.log(`slowest p99: ${slowest.toFixed(1)} ms (target: at most ${MAX_P99_MS} ms)`)
await close()
if (size >= MAX_MEGABYTES || slowest > MAX_P99_MS) process.exitCode = 1
