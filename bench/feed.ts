/**
 * How long does a page of the feed take for a user with 500 buddies among 1,000,000 moments? Within 25 ms (p99), and
 * 500 pages per second of one core's time, are the promises.
 * `node_modules/node/bin/node bench/feed.ts [moments] [moments on the embedded database]` fills its own PostgreSQL and an
 * embedded database on disk, and calls the service as a request does. That includes the relationships, the page with its people,
 * pictures, likes and comments, the check by the contract, and the serialization.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { momentCalls } from '#contract/moments.ts'
import { createMoments, type Moments } from '#server/features/moments/moments.service.ts'
import { openFiles } from '#server/features/uploads/uploads.files.ts'
import { createUploads } from '#server/features/uploads/uploads.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { startPostgres } from '#tests/kit/engines.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, roundToTenth, saveResult } from './report.ts'

const [MOMENTS = 1_000_000, EMBEDDED_MOMENTS = MOMENTS] = readNumbers(
  'Usage: node bench/feed.ts [moments] [moments on the embedded database]',
  { most: 2 },
).numbers
const PEOPLE = 5_000
const READERS = 20
const BUDDIES = 500
const CLOSE = 200
const PAGES = 20
/** Moments written at once. */
const STEP = 25_000
const TARGET_MS = 25
const log = createLogs({ filter: 'off', pretty: false })('db')

const folder = mkdtempSync(join(tmpdir(), 'wavelength-bench-'))
try {
  const results = [...(await onPostgres()), ...(await onEmbedded())]
  console.table(results)
  await saveResult('feed', { command: `node bench/feed.ts ${MOMENTS} ${EMBEDDED_MOMENTS}`, machine: machine(), results })
  if (results.some((result) => result['p99, ms'] > TARGET_MS)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function onPostgres(): Promise<Result[]> {
  const engine = await startPostgres()
  if (!engine) throw new Error('This needs PostgreSQL; on Debian: apt-get install postgresql')
  const database = await openPostgres({ databaseUrl: engine.url, log })
  try {
    return await measure('PostgreSQL', database, MOMENTS)
  } finally {
    await database.close()
    await engine.remove()
  }
}

async function onEmbedded(): Promise<Result[]> {
  const database = await openEmbedded({ dataDir: folder, log })
  try {
    return await measure('embedded', database, EMBEDDED_MOMENTS)
  } finally {
    await database.close()
  }
}

type Result = {
  engine: string
  moments: number
  question: string
  pages: number
  'median, ms': number
  'p99, ms': number
  'slowest, ms': number
  /** Of the time that this process computed, which on PostgreSQL leaves out the database. */
  'pages per core-second': number
}

async function measure(engine: string, database: Database, count: number): Promise<Result[]> {
  await migrate(database, log)
  const readers = await fill(database, count)
  const world = peopleWorld(database.db)
  const close = await uidsOf(database, CLOSE)
  const uploads = createUploads({
    ...world,
    files: await openFiles({ dataDir: folder, bucket: null }),
    jobs: manualJobs(),
    log,
    profiles: { onProfiles: async () => new Set(), maySee: async () => true },
    quotaBytes: 1,
  })
  const moments = createMoments({
    ...world,
    events: { publish: () => undefined },
    newId: randomUUID,
    pictures: uploads,
    // The match has its own benchmark; this one measures only the cost of moments.
    wavelength: { closest: async () => close, percents: async (_viewer, uids) => new Map(uids.map((uid) => [uid, 80])) },
    isSuspended: () => false,
    prefetchCard: async () => undefined,
    platformIds: async () => [],
    mutedContent: async () => null,
  })
  const questions = [
    ['500 buddies, the newest page and 19 older ones', {}],
    ['200 people close in taste, the same', { tab: 'wavelength' }],
    ['one person, the same', { uid: close[0] }],
  ] as const
  const results: Result[] = []
  for (const [question, query] of questions) {
    // Warm-up: plans, caches and the just-in-time compiler. oxlint-disable no-await-in-loop -- one after the other is what is measured
    for (const reader of readers.slice(0, 3)) await readOn(moments, reader, query)
    const times: number[] = []
    const before = process.cpuUsage()
    for (const reader of readers) times.push(...(await readOn(moments, reader, query)))
    // oxlint-enable no-await-in-loop
    const { user, system } = process.cpuUsage(before)
    results.push({
      engine,
      moments: count,
      question,
      pages: times.length,
      'median, ms': roundToTenth(percentile(times, 0.5)),
      'p99, ms': roundToTenth(percentile(times, 0.99)),
      'slowest, ms': roundToTenth(Math.max(...times)),
      'pages per core-second': Math.round(times.length / ((user + system) / 1_000_000)),
    })
  }
  return results
}

/** Reads all pages and returns the time of each. */
async function readOn(moments: Moments, reader: string, query: Parameters<Moments['feed']>[1]): Promise<number[]> {
  const times: number[] = []
  let cursor: string | null | undefined
  for (let index = 0; index < PAGES && cursor !== null; index++) {
    const started = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
    const page = await moments.feed(reader, { ...query, ...(cursor ? { cursor } : {}) })
    JSON.stringify(momentCalls.getFeed.response.parse(page))
    times.push(performance.now() - started)
    if (page.moments.length === 0) throw new Error('The feed has no more pages.')
    cursor = page.next
  }
  return times
}

async function uidsOf({ db }: Database, count: number): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select uid::text as uid from bench_people order by number desc limit ${count}`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Creates people, buddies, blocks, mutes, moments, likes, comments and hidden moments. Returns the readers. A few people post a lot. */
async function fill(database: Database, count: number): Promise<string[]> {
  const { db } = database
  await database.script(`
    create table bench_people as select number, gen_random_uuid() as uid from generate_series(1, ${PEOPLE}) number;
    create unique index on bench_people (number);
    insert into people (uid, issuer, subject, created_at) select uid, 'bench', uid::text, now() from bench_people;
    insert into profiles (uid, user_name, name, languages, birth_year, search_text, joined_at)
      select uid, 'person' || number, 'Person ' || number, '{}', 1990, 'person' || number, now() from bench_people;
    insert into connections (low_uid, high_uid, state, asked_by, asked_at, connected_at)
      select least(r.uid, p.uid), greatest(r.uid, p.uid), 'connected', 'low', now(), now()
      from bench_people r join bench_people p on r.number <= ${READERS} and p.number > ${READERS}
        and (p.number + r.number * 97) % ${PEOPLE} < ${BUDDIES} on conflict do nothing;
    insert into connections (low_uid, high_uid, low_blocks)
      select least(r.uid, p.uid), greatest(r.uid, p.uid), true
      from bench_people r join bench_people p on r.number <= ${READERS} and p.number between ${PEOPLE - 60} and ${PEOPLE - 30}
      on conflict do nothing;
    create table bench_moments (number int primary key, id uuid not null default gen_random_uuid(), author int not null);
    analyze;
  `)
  // oxlint-disable no-await-in-loop -- in steps, each within the time that a statement may take
  for (let from = 1; from <= count; from += STEP) {
    const here = `number between ${from} and ${Math.min(count, from + STEP - 1)}`
    await database.script(`insert into bench_moments (number, author)
      select n, 1 + floor(${PEOPLE} * power(random(), case when n % 3 = 0 then 3 else 1 end))::int % ${PEOPLE}
      from generate_series(${from}, ${Math.min(count, from + STEP - 1)}) n`)
    await database.script(`insert into moments (id, author_uid, text, audience, posted_at)
      select m.id, p.uid, repeat('Something played on the way home. ', 1 + m.number % 7),
        case m.number % 20 when 0 then 'only_me' when 1 then 'buddies' when 2 then 'buddies' else 'everyone' end,
        date_trunc('milliseconds', now() - make_interval(secs => m.number * 31.7))
      from bench_moments m join bench_people p on p.number = m.author where m.${here}`)
    await database.script(`insert into moment_likes (moment_id, uid, liked_at)
      select m.id, p.uid, now() from bench_moments m cross join generate_series(0, 1) k
      join bench_people p on p.number = 1 + (m.number * 7 + k * 13) % ${PEOPLE} where m.${here}`)
    await database.script(`insert into moment_comments (id, moment_id, author_uid, text, posted_at)
      select gen_random_uuid(), m.id, p.uid, 'So good.', now() from bench_moments m
      join bench_people p on p.number = 1 + (m.number * 11) % ${PEOPLE} where m.${here} and m.number % 3 = 0`)
  }
  // oxlint-enable no-await-in-loop
  await database.script(`insert into moment_hides (uid, moment_id, hidden_at)
    select r.uid, m.id, now() from bench_people r join bench_moments m on m.number <= 200 where r.number <= ${READERS}`)
  // Runs the maintenance of a live database.
  for (const table of ['people', 'profiles', 'connections', 'moments', 'moment_likes', 'moment_comments', 'moment_hides']) {
    // oxlint-disable-next-line no-await-in-loop -- each within the time that a statement may take
    await database.script(`vacuum analyze ${table}`)
  }
  const { rows } = await sql<{ uid: string }>`select uid::text as uid from bench_people where number <= ${READERS}`.execute(db)
  return rows.map(({ uid }) => uid)
}
