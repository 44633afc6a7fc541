/**
 * How long does the server need to find an item to share, in a library of five thousand among a hundred thousand items?
 * `node_modules/node/bin/node bench/share-search.ts [items]` fills an embedded database and runs the queries of `/share-search`.
 */
import { sql } from 'kysely'
import { createShareSearchStore, type ItemQuery } from '#server/features/taste/share-search.store.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, roundToTenth, saveResult } from './report.ts'

const [ITEMS = 100_000] = readNumbers('Usage: node bench/share-search.ts [items]', { most: 1 }).numbers
const LIBRARY = 5_000
const ROUNDS = 15
const WORDS = 'gorilla point kill venom selfish introvert silence winter harbour signal velvet copper lantern echo granite'.split(' ')

const database = await testDatabase()
const [viewer, buddy] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
await fill()
await database.script('vacuum analyze')

const store = createShareSearchStore(database.db)
const query = (words: string): ItemQuery => ({ words: words.split(' '), kinds: ['artist', 'track', 'channel', 'video'], limit: 8 })
const libraries = [{ uid: buddy, source: 'spotify' as const, kinds: ['artist', 'track'] as const }]
const questions: [question: string, ask: () => Promise<readonly unknown[]>][] = [
  ['own library, one letter', () => store.library(viewer, query('g'))],
  ['own library, a word', () => store.library(viewer, query('gorilla'))],
  ['own library, artist and title', () => store.library(viewer, query('artist 77 venom'))],
  ['own library, no match', () => store.library(viewer, query('qqqq'))],
  ['a buddy’s library, a word', () => store.searchLibraries(libraries, query('gorilla'))],
  ['the catalog, two letters', () => store.catalog(query('go'), ['spotify'])],
  ['the catalog, a word', () => store.catalog(query('gorilla'), ['spotify'])],
]
const results = []
for (const [question, ask] of questions) {
  const times: number[] = []
  const work: number[] = []
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    const worked = process.cpuUsage()
    found = (await ask()).length
    times.push(performance.now() - startedAt)
    const { user, system } = process.cpuUsage(worked)
    work.push((user + system) / 1_000)
  }
  results.push({
    question,
    found,
    // The database runs in this process: this is all that one core has to do for an answer, however busy the machine is.
    'work median, ms': roundToTenth(percentile(work, 0.5)),
    'work p90, ms': roundToTenth(percentile(work, 0.9)),
    'waiting median, ms': roundToTenth(percentile(times, 0.5)),
  })
}
console.table(results)
await saveResult('share-search', {
  command: `node bench/share-search.ts ${ITEMS}`,
  machine: machine(),
  engine: database.engine,
  items: ITEMS,
  library: LIBRARY,
  results,
})
await database.close()

async function fill(): Promise<void> {
  const { db } = database
  await sql`insert into items (id, kind, name, name_key, by_name, by_key, spotify_id, created_at)
    select gen_random_uuid(), 'track', title, title, 'artist ' || n % 900, 'artist ' || n % 900, md5(n::text), now()
    from generate_series(1, ${ITEMS}::integer) as n,
      lateral (select (${WORDS}::text[])[1 + n % 15] || ' ' || (${WORDS}::text[])[1 + n / 15 % 15] || ' ' || n as title) as named`.execute(
    db,
  )
  for (const [index, uid] of [viewer, buddy].entries()) {
    await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'bench', ${uid}, now())`.execute(db)
    await sql`insert into taste_sources (uid, source, status, created_at) values (${uid}, 'spotify', 'connected', now())`.execute(db)
    await sql`insert into taste_rows (uid, item_id, source, kind, weight, rank)
      select ${uid}, id, 'spotify', 'track', 0.5, row_number() over ()
      from (select id from items order by md5(id::text || ${String(index)}) limit ${LIBRARY}) as picked`.execute(db)
  }
}
