/**
 * How long does any range of plays take, for users who have 10,000 plays each, and how much space do ten years of 100 plays a day
 * take, with indexes? `node bench/plays.ts [users] [users on the embedded database]`, by default 1,000 of each, which are
 * 10,000,000 plays. It calls the service as a request does: counts, charts, top lists, and the answer written as text.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { createPlays } from '#server/features/recaps/plays.service.ts'
import { packPlay } from '#server/features/sources/play-times.ts'
import { createPlaysStore, type PlayedItem } from '#server/features/sources/plays.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { DAY_MINUTES, dateOfDay } from '#server/platform/local-day.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { startPostgres } from '#tests/kit/engines.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, saveResult } from './report.ts'

const [USERS = 1_000, EMBEDDED_USERS = USERS] = readNumbers('Usage: node bench/plays.ts [users] [users on the embedded database]', {
  most: 2,
}).numbers
const YEARS = 10
const PLAYS_OF_USER = 10_000
const TRACKS = 5_000
const ARTISTS = 1_200
const ROUNDS = 400
/** Further users are copies of these; each has its own rows. */
const DIFFERENT_USERS = 50
const TODAY = 20_780
const MAX_MEGABYTES = 10
const MAX_P99_MS = 50
const ZONE = 'Europe/Berlin'
const LENGTHS = { week: 7, month: 31, year: 365, 'ten years': YEARS * 365 }
const HEAVY_ROUNDS = 40
const log = createLogs({ filter: 'off', pretty: false })('db')
const clock = { now: () => new Date(TODAY * DAY_MINUTES * 60_000) }

type Ranges = Record<string, { median: number; p99: number }>
type Result = { engine: string; plays: number; heavyMb: number; heavy: Ranges; ranges: Ranges; slowestP99: number }

const results = [await onPostgres(), await onEmbedded()]
await saveResult('plays', { command: `node bench/plays.ts ${USERS} ${EMBEDDED_USERS}`, machine: machine(), results })
if (results.some(({ heavyMb, slowestP99 }) => heavyMb >= MAX_MEGABYTES || slowestP99 > MAX_P99_MS)) process.exitCode = 1

async function onPostgres(): Promise<Result> {
  const engine = await startPostgres()
  if (!engine) throw new Error('This needs PostgreSQL; on Debian: apt-get install postgresql')
  const database = await openPostgres({ databaseUrl: engine.url, log })
  try {
    await migrate(database, log)
    return await measure('PostgreSQL', database, USERS)
  } finally {
    await database.close()
    await engine.remove()
  }
}

async function onEmbedded(): Promise<Result> {
  const database = await testDatabase()
  try {
    return await measure('embedded', database, EMBEDDED_USERS)
  } finally {
    await database.close()
  }
}

async function measure(engine: string, { db }: Database, count: number): Promise<Result> {
  const { rows: items } = await sql<{ id: string }>`
    insert into items (id, kind, name, name_key, field_bars, created_at)
    select gen_random_uuid(), case when n <= ${TRACKS} then 'track' else 'artist' end, 'item ' || n, 'item ' || n,
      case when n > ${TRACKS} then array[(array['rock', 'house', 'jazz', 'hip-hop'])[1 + n % 4]] end, now()
    from generate_series(1, ${TRACKS + ARTISTS}::int) as n returning id
  `.execute(db)
  const store = createPlaysStore(db)
  const media = createMedia({ db, clock, newId: randomUUID })
  const plays = createPlays({ db, clock, media, timeZoneOf: async () => ZONE, onTasteChanged: () => undefined })
  let state = 42
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31

  async function addAccount(): Promise<Uid> {
    const uid = randomUUID()
    await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'bench', ${uid}, now())`.execute(db)
    await sql`insert into taste_sources (uid, source, status, created_at) values (${uid}, 'spotify_file', 'connected', now())`.execute(db)
    return uid
  }

  async function copyUser(original: Uid): Promise<Uid> {
    const uid = await addAccount()
    await sql`
      insert into item_plays (uid, source, item_id, times, days, first_at, last_at, kept)
      select ${uid}::uuid, source, item_id, times, days, first_at, last_at, kept from item_plays where uid = ${original}
    `.execute(db)
    return uid
  }

  /** Few tracks are played often and most rarely: a day of 100 plays has about 75 different tracks. */
  async function addUser(total: number, tracks: number): Promise<Uid> {
    const uid = await addAccount()
    const first = (TODAY - YEARS * 365) * DAY_MINUTES
    const times = Array.from({ length: items.length }, (): number[] => [])
    for (let play = 0; play < total; play++) {
      const track = Math.floor(tracks * random() ** 2)
      const minute = first + Math.floor(((play + random()) * YEARS * 365 * DAY_MINUTES) / total)
      const packed = packPlay(minute, 120 + Math.floor(random() * 180))
      times[track]?.push(packed)
      times[TRACKS + (track % ARTISTS)]?.push(packed)
    }
    const played = items.flatMap(({ id: itemId }, index): PlayedItem[] => {
      const own = times[index] ?? []
      return own.length === 0
        ? []
        : [{ itemId, kind: index < TRACKS ? 'track' : 'artist', times: own.toSorted((a, b) => a - b), days: [], kept: false }]
    })
    await store.replace({ uid, source: 'spotify_file' }, played)
    return uid
  }

  async function rangesOf(name: string, uids: readonly Uid[], rounds: number): Promise<Ranges> {
    const ranges: Ranges = {}
    for (const [length, days] of Object.entries(LENGTHS)) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        const uid = uids[Math.floor(random() * uids.length)] ?? ''
        const to = TODAY - Math.floor(random() * (YEARS * 365 - days))
        const start = performance.now()
        JSON.stringify(await plays.range(uid, { from: dateOfDay(to - days + 1), to: dateOfDay(to) }))
        times.push(performance.now() - start)
      }
      const [median, p99] = [0.5, 0.99].map((share) => Math.round(percentile(times, share) * 10) / 10)
      ranges[length] = { median: median ?? 0, p99: p99 ?? 0 }
      console.log(`${engine}, ${name}, a ${length}: median ${median} ms, p99 ${p99} ms`)
    }
    return ranges
  }

  const megabytes = async () => {
    const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('item_plays')::float8 as bytes`.execute(db)
    return Math.round((rows[0]?.bytes ?? 0) / 1e5) / 10
  }

  const heavyUser = await addUser(YEARS * 365 * 100, TRACKS)
  const heavyMb = await megabytes()
  console.log(`${engine}, 365,000 plays of one user, with indexes: ${heavyMb} MB (target: below ${MAX_MEGABYTES} MB)`)
  await sql`analyze`.execute(db)
  const heavy = await rangesOf('365,000 plays of one user', [heavyUser], HEAVY_ROUNDS)
  const users: Uid[] = []
  for (let user = 0; user < count; user++) {
    const original = users[user % DIFFERENT_USERS]
    users.push(user < DIFFERENT_USERS || original === undefined ? await addUser(PLAYS_OF_USER, 800) : await copyUser(original))
  }
  await sql`analyze`.execute(db)
  const total = count * PLAYS_OF_USER
  console.log(`${engine}, ${total.toLocaleString('en-US')} plays of ${count} users: ${await megabytes()} MB`)
  const ranges = await rangesOf(`${count} users`, users, ROUNDS)
  const slowestP99 = Math.max(...Object.values(ranges).map(({ p99 }) => p99))
  console.log(`${engine}, slowest p99: ${slowestP99} ms (target: at most ${MAX_P99_MS} ms)`)
  return { engine, plays: total, heavyMb, heavy, ranges, slowestP99 }
}
