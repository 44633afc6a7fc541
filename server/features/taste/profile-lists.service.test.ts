import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import type { TasteList } from '#contract/taste/taste-lists.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import { createProfileLists } from './profile-lists.service.ts'
import { createProfileListsStore } from './profile-lists.store.ts'
import { setUpTaste, world } from './taste.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpTaste()
let lists: ReturnType<typeof createProfileLists>
const closed = new Set<SourceName>()
let mira: Uid
let jonas: Uid
let eva: Uid

const artists = (...names: string[]) => names.map((name) => ({ kind: 'artist' as const, name }))

beforeAll(async () => {
  lists = createProfileLists({
    store: createProfileListsStore(world.db),
    media: world.media,
    people: world.connections,
    privacy: world.privacy,
    mayShare: (source) => !closed.has(source),
  })
  mira = await world.person('mira')
  jonas = await world.person('jonas')
  eva = await world.person('eva')
  await world.befriend(mira, jonas)
  await world.loves(jonas, 'spotify', artists('Bonobo', 'Moby', 'Muse', 'Gorillaz', 'Beck'))
  await world.loves(mira, 'spotify', artists('Moby', 'Beck'))
})

const show = (uid: Uid, source: SourceName, shownTo: Audience) =>
  sql`update taste_sources set shown_to = ${shownTo} where uid = ${uid} and source = ${source}`.execute(world.db)
const names = async (viewer: Uid, list: TasteList = 'artists', limit = 100) =>
  (await lists.page(viewer, jonas, list, { limit })).rows.map(({ item }) => item.name)

test('pages have no gaps; ranks continue, and items that the viewer has are marked', async () => {
  const first = await lists.page(mira, jonas, 'artists', { limit: 2 })
  expect(first).toMatchObject({ visible: true, total: 5, shared: 2 })
  expect(first.rows.map(({ item, rank, shared }) => [item.name, rank, shared])).toEqual([
    ['Bonobo', 1, false],
    ['Moby', 2, true],
  ])
  const second = await lists.page(mira, jonas, 'artists', { limit: 2, cursor: first.next ?? '' })
  expect(second).toMatchObject({ total: null, shared: null })
  expect(second.rows.map(({ item, rank }) => [item.name, rank])).toEqual([
    ['Muse', 3],
    ['Gorillaz', 4],
  ])
  const last = await lists.page(mira, jonas, 'artists', { limit: 2, cursor: second.next ?? '' })
  expect(last.rows.map(({ item, rank }) => [item.name, rank])).toEqual([['Beck', 5]])
  expect(last.next).toBeNull()
  expect((await lists.page(jonas, jonas, 'artists', {})).rows.some(({ shared }) => shared)).toBe(false)
})

test('lists an item of two sources once across pages', async () => {
  const lena = await world.person('lena')
  await world.loves(lena, 'spotify', artists('Bonobo', 'Moby', 'Muse'))
  await world.loves(lena, 'lastfm', artists('Muse', 'Bonobo', 'Tycho', 'Moby'))
  const all: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await lists.page(mira, lena, 'artists', { limit: 1, cursor })
    all.push(...page.rows.map(({ item, rank }) => `${rank} ${item.name}`))
    if (page.next === null) break
    cursor = page.next
  }
  expect(new Set(all.map((line) => line.split(' ')[1]))).toEqual(new Set(['Bonobo', 'Moby', 'Muse', 'Tycho']))
  expect(all.map((line) => Number(line.split(' ')[0]))).toEqual([1, 2, 3, 4])
  expect(new Set(all.slice(0, 2).map((line) => line.split(' ')[1]))).toEqual(new Set(['Bonobo', 'Muse']))
})

test("respects each source's audience and the operator's setting", async () => {
  for (const [audience, forBuddy, forStranger] of [
    ['everyone', 5, 5],
    ['buddies', 5, 0],
    ['only_me', 0, 0],
  ] as const) {
    await show(jonas, 'spotify', audience)
    expect([(await names(mira)).length, (await names(eva)).length, (await names(jonas)).length]).toEqual([forBuddy, forStranger, 5])
    expect((await lists.page(eva, jonas, 'artists', {})).visible).toBe(forStranger > 0)
  }
  await show(jonas, 'spotify', 'everyone')
  closed.add('spotify')
  expect([(await names(mira)).length, (await names(jonas)).length]).toEqual([0, 5])
  closed.clear()
  expect(await lists.page(eva, jonas, 'channels', {})).toMatchObject({ visible: true, rows: [], total: 0 })
})

test("respects the user's privacy setting for music and videos", async () => {
  await world.privacy.change(jonas, { music: 'buddies', video: 'only_me' })
  expect(await lists.page(eva, jonas, 'artists', {})).toEqual({ visible: false, rows: [], total: null, shared: null, next: null })
  expect(await names(mira)).toHaveLength(5)
  expect((await lists.page(mira, jonas, 'videos', {})).visible).toBe(false)
  expect((await lists.page(jonas, jonas, 'videos', {})).visible).toBe(true)
  await world.privacy.change(jonas, { music: 'everyone', video: 'everyone' })
})

test('reports not_found if either user blocked the other, and rejects an invalid cursor', async () => {
  await world.connections.block(eva, jonas)
  expect(await errorCode(lists.page(eva, jonas, 'artists', {}))).toBe('not_found')
  expect(await errorCode(lists.page(jonas, eva, 'tracks', {}))).toBe('not_found')
  for (const cursor of ['1', '1.1.x', "1.1.' or 1=1", `1.1.${'0'.repeat(36)}`])
    expect(await errorCode(lists.page(mira, jonas, 'artists', { cursor }))).toBe('invalid_input')
})
