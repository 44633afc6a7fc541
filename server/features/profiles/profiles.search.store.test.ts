import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { database, world, setUpPeople } from '#tests/kit/people-world.ts'
import { createPeopleSearch, type SearchCursor } from './profiles.search.ts'
import { foldName } from './profiles.search-text.ts'
import type { PeopleFilter } from './profiles.store.ts'

setUpPeople()

const search = async (...[typed, filters = [], limit = 20]: [string, PeopleFilter[]?, number?]) =>
  (await world.profiles.search(typed, filters, null, limit)).map(({ card }) => card)
const found = async (typed: string) => (await search(typed)).map((card) => card.user_name)

describe('searching', () => {
  test('orders exact user names first, then prefixes, then words of names, then the middle of names', async () => {
    await world.person('zora')
    await world.person('zora.b', 'Aaa')
    await world.person('quill', 'Zoranna Q')
    await world.person('mazorah', 'Mm')
    expect((await found('zora')).slice(0, 4)).toEqual(['zora', 'zora.b', 'quill', 'mazorah'])
    expect((await found('@Zora'))[0]).toBe('zora')
  })

  test('ignores accents, case, and the order of words, in either direction', async () => {
    await world.person('accents', 'Þórunn Ægisdóttir')
    expect(await found('THORUNN')).toEqual(['accents'])
    expect(await found('ægis')).toEqual(['accents'])
    expect(await found('aegis thor')).toEqual(['accents'])
  })

  test.each([
    ['cyrillic', 'Надежда Йорданова', 'йорд'],
    ['greek', 'Ελευθερία Παπά', 'ελευθερια'],
    ['chinese', '欧阳娜娜', '娜娜'],
    ['japanese', '田中さくら', 'さく'],
    ['hangul', '김민수', '민수'],
    ['arabic', 'فَيْرُوز', 'فيروز'],
    ['hindi', 'लता मंगेशकर', 'मंगेश'],
  ])('%s names are found in their own script', async (userName, name, typed) => {
    await world.person(userName, name)
    expect(await found(typed)).toEqual([userName])
  })

  test('a misspelled name is listed after all other results', async () => {
    await world.person('konstantin', 'Konstantin')
    expect(await found('konstatnin')).toEqual(['konstantin'])
    await world.person('bjoern', 'Björn')
    expect(await found('bjron')).toContain('bjoern')
  })

  test('characters with a meaning in SQL are literal', async () => {
    await world.person('percent', '100% Vinyl')
    expect(await found('100%')).toEqual(['percent'])
    for (const typed of ['%%', '__', '% %', '\\\\', "' or 1=1--", '%'.repeat(64), "'; drop table profiles; --"])
      expect(await found(typed)).toEqual([])
    expect(await found('\0\0')).toEqual([])
  })

  test('pages continue where the last one ended: exact matches first, then typos', async () => {
    for (let index = 0; index < 7; index++) await world.person(`pagina${index}x`, 'Paginator')
    for (let index = 0; index < 4; index++) await world.person(`p.${index}aginta`, 'Pagniator')
    const all: string[] = []
    for (let behind: SearchCursor | null = null; ;) {
      const page: Awaited<ReturnType<typeof world.profiles.search>> = await world.profiles.search('paginator', [], behind, 3)
      all.push(...page.map(({ card, stage }) => `${stage} ${card.user_name}`))
      const last = page.at(-1)
      if (!last || page.length < 3) break
      behind = { stage: last.stage, uid: last.card.uid }
    }
    expect(all).toHaveLength(11)
    expect(new Set(all).size).toBe(11)
    expect(all.map((line) => line.split(' ')[0])).toEqual([...Array<string>(7).fill('exact'), ...Array<string>(4).fill('similar')])
  })

  test('misspelled names are found after the start, even if they were stored before it', async () => {
    await world.person('beforestart', 'Quirinius')
    const fresh = peopleWorld(database.db)
    expect(await fresh.profiles.search('qurinius', [], null, 5)).toEqual([])
    await fresh.names.start()
    expect((await fresh.profiles.search('qurinius', [], null, 5)).map(({ card }) => card.user_name)).toEqual(['beforestart'])
  })

  test('misspelled names that were chosen on another server during a bus outage are found soon after it', async () => {
    let rejoined: (since: Date) => void = () => undefined
    const log = pino({ level: 'silent' })
    const cutOff = createPeopleSearch({
      db: database.db,
      bus: { ...createMemoryBus({ log }), onReconnected: (listener) => void (rejoined = listener) },
      log,
    })
    await cutOff.start()
    await world.person('while.away', 'Bartholomäus')
    const namesFound = async () => (await cutOff.find('bartolomäus', [], null, 5)).map(({ row }) => row.userName)
    expect(await namesFound()).toEqual([])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    rejoined(new Date())
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await expect.poll(namesFound).toEqual(['while.away'])
  })

  test('returns at most the requested number', async () => {
    for (let index = 0; index < 5; index++) await world.person(`many.${index}`)
    expect(await search('many', [], 3)).toHaveLength(3)
  })

  test('an equal user name is found among thousands of people with the same name', async () => {
    await sql`with made as (insert into people (uid, issuer, subject, created_at)
        select uid, 'crowd', uid, now() from (select gen_random_uuid() as uid from generate_series(1, 2100)) as fresh returning uid)
      insert into profiles (uid, user_name, name, birth_year, search_text, joined_at)
        select uid, left('c' || replace(uid::text, '-', ''), 20), 'Kim', 2000, ' c' || uid || ' kim', now() from made`.execute(database.db)
    await world.person('kim', 'Another User With A Long Name')
    expect(await found('kim')).toHaveLength(20)
    expect((await found('kim'))[0]).toBe('kim')
    await sql`delete from people where issuer = 'crowd'`.execute(database.db)
  })

  test('Chinese and Japanese names that an earlier version stored are found after the start', async () => {
    const names = ['王小龙', '小 龙 Wang', 'がぎ ゆきko', '々〇𠀋', 'Zoë']
    const uids = await Promise.all(names.map((name, index) => world.person(`spaced.${index}`, name)))
    const texts = async () =>
      (
        await sql<{ text: string }>`select search_text as text from profiles where uid = any(${uids}::uuid[]) order by user_name`.execute(
          database.db,
        )
      ).rows
    const before = await texts()
    for (const [index, name] of names.entries())
      await sql`update profiles set search_text = ${` spaced.${index} ${foldName(name)}`} where uid = ${uids[index]}`.execute(database.db)
    expect(await texts()).not.toEqual(before)
    await peopleWorld(database.db).names.start()
    expect(await texts()).toEqual(before)
    expect(await found('小龙')).toEqual(['spaced.0', 'spaced.1'])
  })

  test('filters exclude people, even those with a high match', async () => {
    const out = await world.person('filter.out')
    await world.person('filter.in')
    const filter = (uid: ReturnType<typeof sql<string>>) => sql<boolean>`${uid} <> ${out}`
    expect((await search('filter', [filter])).map((card) => card.user_name)).toEqual(['filter.in'])
    expect((await search('filtre', [filter])).map((card) => card.user_name)).toEqual(['filter.in'])
  })
})
