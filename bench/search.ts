/**
 * How long does the server need to suggest people by name among a hundred thousand, spelt right or not?
 * `node_modules/node/bin/node bench/search.ts [people]` fills an embedded database and calls the service behind `/people`.
 */
import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { searchTextOf } from '#server/features/profiles/profiles.search-text.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, roundToTenth, saveResult } from './report.ts'

const USUAL = 100_000
const [PEOPLE = USUAL] = readNumbers('Usage: node bench/search.ts [people]', { most: 1 }).numbers
const BUDDIES_EACH = 20
const ROUNDS = 15

const first =
  'anna ben cleo dan emma finn greta hugo ida jonas klara lukas mira noah olga paul quentin rosa samir tara ulla viktor wanda xenia yusuf zoe amara bashir chen dmitri elif fatima giorgos hana ivan jin kwame leila mateo nadia omar priya ravi sofia tomas uma valeria wei ximena yara björn çelik đorđe éric frédéric håkon iñigo jérôme łukasz måns núria øystein renée søren þóra vít 欧阳 娜娜 小龙 надежда йордан فيروز'
const last =
  'andersson bauer costa dupont eriksson fischer garcia hoffmann ito jansen kowalski lopez müller nguyen okafor petrov quinn rossi schmidt tanaka ueda varga weber xu yilmaz zhang abdi brown cohen diaz evans fernandes gupta haddad ivanova johansson khan lindqvist martinez novak ozturk park queiroz rahman silva takahashi volkov wagner yamamoto zimmermann иванова'

const random = seeded(7)
const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? ''
const uidOf = (index: number): Uid => `00000000-0000-4000-8000-${(index + 1).toString(16).padStart(12, '0')}`

const database = await testDatabase()
const world = peopleWorld(database.db)
await fill()
await database.script('vacuum analyze')
const startedAt = performance.now()
await world.names.start()
const wordsMs = Math.round(performance.now() - startedAt)

const viewer = uidOf(0)
const questions: [question: string, query: Parameters<typeof world.people.search>[1]][] = [
  ['two letters', { q: 'jo' }],
  ['a first name', { q: 'jonas' }],
  ['a full name', { q: 'mira kowalski' }],
  ['without its accents', { q: 'frederic muller' }],
  ['in Cyrillic', { q: 'надежда ив' }],
  ['in Chinese', { q: '欧阳' }],
  ['one slip', { q: 'mria' }],
  ['one slip, half typed', { q: 'kowlas' }],
  ['two slips', { q: 'yamahmoto' }],
  ['a slip in each word', { q: 'jonsa mullre' }],
  ['like nobody', { q: 'qqqqqq' }],
  ['among the buddies of a user', { q: 'anna', within: uidOf(1) }],
  ['through a user', { q: 'jonas', through: uidOf(1) }],
  ['through a user, misspelled', { q: 'jonsa', through: uidOf(1) }],
  ['through a user, all', { through: uidOf(1) }],
]
const results = []
for (const [question, query] of questions) {
  const times: number[] = []
  const work: number[] = []
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    world.clock.pass(60_000)
    const requestedAt = performance.now()
    const worked = process.cpuUsage()
    found = (await world.people.search(viewer, query)).people.length
    times.push(performance.now() - requestedAt)
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
await saveResult(PEOPLE === USUAL ? 'search' : `search-${PEOPLE}`, {
  command: `node bench/search.ts ${PEOPLE}`,
  machine: machine(),
  engine: database.engine,
  people: PEOPLE,
  buddiesEach: BUDDIES_EACH,
  'reading all names at start, ms': wordsMs,
  results,
})
await database.close()

async function fill(): Promise<void> {
  const [firsts, lasts] = [first.split(' '), last.split(' ')]
  const plain = (name: string) => name.normalize('NFKD').replace(/[^a-z]/g, '')
  for (let index = 0; index < PEOPLE; index += 2_000) {
    const rows = Array.from({ length: Math.min(2_000, PEOPLE - index) }, (_, row) => {
      const [firstName, lastName] = [pick(firsts), pick(lasts)]
      const userName = `${plain(firstName).slice(0, 8)}${pick(['.', '_', ''])}${plain(lastName).slice(0, 8)}${(index + row).toString(36)}`
      return {
        uid: uidOf(index + row),
        userName,
        name: `${firstName} ${lastName}`,
        text: searchTextOf(userName, `${firstName} ${lastName}`),
      }
    })
    const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name])
    await sql`insert into people (uid, issuer, subject, created_at)
      select uid, 'bench', uid, now() from unnest(${column('uid')}::uuid[]) uid`.execute(database.db)
    await sql`insert into profiles (uid, user_name, name, birth_year, search_text, joined_at)
      select uid, user_name::citext, name, 2000, search_text, now() from unnest(${column('uid')}::uuid[], ${column('userName')}::text[],
        ${column('name')}::text[], ${column('text')}::text[]) as row (uid, user_name, name, search_text)`.execute(database.db)
  }
  await befriendAll()
}

/** Every user knows the next few users and some others, so that buddies of buddies are many. */
async function befriendAll(): Promise<void> {
  for (let i = 0; i < PEOPLE; i += 2_000) {
    const pairs = new Set<string>()
    for (let number = i; number < Math.min(i + 2_000, PEOPLE); number++) {
      for (let count = 0; count < BUDDIES_EACH / 2; count++) {
        const other = Math.floor(random() * PEOPLE)
        if (other > number) pairs.add(`${number} ${other}`)
        else if (other < number) pairs.add(`${other} ${number}`)
      }
    }
    const sides = [...pairs].map((pair) => pair.split(' ').map(Number))
    const side = (index: number) => sides.map((pair) => uidOf(pair[index] ?? 0))
    await sql`insert into connections (low_uid, high_uid, state, asked_by, asked_at, connected_at)
      select low, high, 'connected', 'low', now(), now() from unnest(${side(0)}::uuid[], ${side(1)}::uuid[]) as pair (low, high)
      on conflict do nothing`.execute(database.db)
  }
}

/** The same numbers from 0 to 1 in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
