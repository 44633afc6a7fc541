import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { type Blend } from '#contract/blends.ts'
import {
  setUpBlends,
  WEEK_MS,
  amara,
  blendOf,
  blends,
  get,
  jonas,
  lena,
  made,
  mira,
  namesOf,
  open,
  published,
  tracks,
  video,
  world,
} from './blends.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpBlends()

test('creates one new mix every Monday at 6:00 and marks its changes', async () => {
  const first = await blendOf(jonas, amara)
  expect(first.items.some((item) => item.is_changed)).toBe(false)
  const saved = await blends.keep(mira, first.id, 'Week one')
  world.clock.pass(Date.parse(first.next_mix_at) - world.clock.now().getTime() - 1)
  await blends.mixDue()
  expect(namesOf(await get(mira, first.id))).toEqual(namesOf(first))
  world.clock.pass(1)
  // Two servers at once, and once more after that.
  await Promise.all([blends.mixDue(), open().mixDue()])
  await blends.mixDue()
  const second = await get(mira, first.id)
  expect(Date.parse(second.next_mix_at) - Date.parse(first.next_mix_at)).toBe(WEEK_MS)
  const old = new Set(namesOf(first))
  expect(second.items.filter((item) => item.is_changed).map(({ item }) => item.name)).toEqual(
    namesOf(second).filter((name) => !old.has(name)),
  )
  expect(second.items.some((item) => item.is_changed)).toBe(true)
  expect((await get(jonas, first.id)).items).toEqual(second.items)
  const [list] = (await blends.list(mira)).kept
  expect([list?.title, list?.items.map(({ name }) => name)]).toEqual(['Week one', namesOf(first)])
  await blends.deleteKept(jonas, saved.id)
  expect((await blends.list(mira)).kept).toHaveLength(1)
  await blends.deleteKept(mira, saved.id)
  expect((await blends.list(mira)).kept).toEqual([])
})

test('a run stops when its time is up, and the next one continues', async () => {
  await blendOf(jonas)
  await blendOf(amara)
  world.clock.pass(WEEK_MS)
  const mixed = () => published.filter(({ kind }) => kind === 'blend.mixed').length
  await blends.mixDue(() => mixed() > 0)
  expect(mixed()).toBe(1)
  await blends.mixDue()
  expect(mixed()).toBe(2)
})

test('the brought items of a member remain stored after the mix has changed, until the member leaves or hides them', async () => {
  const { id, items } = await blendOf(jonas)
  const started = new Date(world.clock.now())
  const ofJonas = items.filter(({ by }) => by === jonas).map(({ item }) => item.id)
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  const brought = async (viewer: Uid, since: Date) => (await blends.brought(viewer, since)).map(({ itemId }) => itemId)
  expect(await brought(mira, started)).toEqual(expect.arrayContaining(ofJonas))
  const [first] = (await blends.brought(mira, started)).filter(({ itemId }) => itemId === ofJonas[0])
  expect(first).toEqual({ blendId: id, itemId: ofJonas[0], by: jonas, at: started })
  expect(await brought(mira, world.clock.now())).not.toContain(ofJonas[0])
  expect([await brought(lena, started), await brought(jonas, started)].map((all) => all.includes(ofJonas[0] ?? ''))).toEqual([false, false])
  await world.loves(jonas, 'spotify', tracks(500, 3))
  expect(await brought(mira, started)).toEqual([])
  await world.loves(jonas, 'spotify', tracks(20, 60))
  expect(await brought(mira, started)).toEqual(expect.arrayContaining(ofJonas))
  const storedNotes = async () =>
    (await sql<{ uid: Uid }>`select uid from blend_items where item_id = ${ofJonas[0]}`.execute(world.db)).rows.map(({ uid }) => uid)
  expect(await storedNotes()).toEqual([jonas])
  // The next mix drops items that a member no longer shows.
  await world.loves(jonas, 'spotify', tracks(500, 3))
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  // Another member who loves the item may bring it now.
  expect(await storedNotes()).not.toContain(jonas)
  await blends.leave(jonas, id)
  const { rows } = await sql`select 1 from blend_items`.execute(world.db)
  expect([await brought(mira, started), rows]).toEqual([[], []])
})

test('items from before the viewer joined count as discovered through the blend only while they are in the mix', async () => {
  const { id } = await blendOf(jonas)
  const started = world.clock.now()
  await blends.invite(mira, id, [lena])
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  world.clock.pass(1_000)
  const joined = world.clock.now()
  await blends.join(lena, id)
  const there = (await get(lena, id)).items.flatMap(({ item, by }) => (by === lena ? [] : [item.id]))
  const brought = await blends.brought(lena, started)
  expect(new Set(brought.map(({ itemId }) => itemId))).toEqual(new Set(there))
  expect(new Set(brought.map(({ at }) => at.getTime()))).toEqual(new Set([joined.getTime()]))
})

test('an item is attributed to the next member once the first one no longer shows it', async () => {
  const { id } = await blendOf(jonas, amara)
  const notes = async () => (await sql<{ item_id: string; uid: Uid }>`select item_id, uid from blend_items`.execute(world.db)).rows
  const before = await notes()
  await world.loves(jonas, 'spotify', tracks(500, 3))
  world.clock.pass(WEEK_MS)
  await blends.mixDue()
  const { items } = await get(mira, id)
  const taken = items.filter(({ item }) => before.some((earlier) => earlier.item_id === item.id && earlier.uid === jonas))
  expect(taken.length).toBeGreaterThan(0)
  expect(await notes()).toEqual(expect.arrayContaining(taken.map(({ item, by }) => ({ item_id: item.id, uid: by }))))
})

test('a mix is stored with its notes or not at all, so that its members are notified of it when the next attempt succeeds', async () => {
  const first = await blendOf(jonas)
  world.clock.pass(WEEK_MS)
  await sql`alter table blend_items rename to away`.execute(world.db)
  await expect(blends.mixDue()).rejects.toThrow('mixes that failed: 1')
  await sql`alter table away rename to blend_items`.execute(world.db)
  await blends.mixDue()
  expect(published.filter(({ kind }) => kind === 'blend.mixed')).toEqual([{ kind: 'blend.mixed', to: [mira, jonas], blendId: first.id }])
})

test('a blend that cannot be mixed does not delay others, and its error is reported at the end', async () => {
  const [first, second] = [await blendOf(jonas), await blendOf(amara)]
  world.clock.pass(WEEK_MS)
  await sql.raw(`alter table blend_items add constraint broken check (blend_id <> '${first.id}') not valid`).execute(world.db)
  await expect(blends.mixDue()).rejects.toThrow('mixes that failed: 1')
  await sql`alter table blend_items drop constraint broken`.execute(world.db)
  expect(published.flatMap((event) => (event.kind === 'blend.mixed' ? event.blendId : []))).toEqual([second.id])
})

test('a mix that was due while no server ran is created by the next server that checks', async () => {
  const first = await blendOf(jonas)
  world.clock.pass(3 * WEEK_MS)
  const later = await get(jonas, first.id)
  expect([Date.parse(later.next_mix_at) > world.clock.now().getTime(), namesOf(later).join() === namesOf(first).join()]).toEqual([
    true,
    false,
  ])
})

test('a removed item disappears for all until a member restores it', async () => {
  const { id, items } = await blendOf(jonas)
  const { item } = items[3]!
  expect((await blends.removeItem(jonas, id, item.id)).removed.map(({ name }) => name)).toEqual([item.name])
  expect(namesOf(await get(mira, id))).not.toContain(item.name)
  await blends.removeItem(mira, id, item.id, { isBack: true })
  expect(namesOf(await get(jonas, id))).toEqual(items.map((entry) => entry.item.name))
  await blends.removeItem(mira, id, item.id)
  world.clock.pass(WEEK_MS)
  expect(namesOf(await get(mira, id))).not.toContain(item.name)
  expect(await errorCode(blends.removeItem(mira, id, randomUUID()))).toBe('not_found')
})

test('a lower or higher weight of a member changes the mix for all members', async () => {
  const { id, members } = await blendOf(jonas, amara)
  const broughtCount = (blend: Blend, uid: Uid) => blend.members.find(({ person }) => person.uid === uid)?.brings ?? 0
  const less = await blends.adjust(amara, id, jonas, 'less')
  expect(broughtCount(less, jonas)).toBeLessThan(members[1]!.brings)
  expect((await get(mira, id)).items).toEqual((await get(amara, id)).items)
  expect(broughtCount(await blends.adjust(mira, id, jonas, 'more'), jonas)).toBeGreaterThan(members[1]!.brings)
  expect(await errorCode(blends.adjust(mira, id, lena, 'less'))).toBe('not_found')
})

test('a mix of only music or only video contains nothing else', async () => {
  const videos = Array.from({ length: 40 }, (_, index) => video(`video ${index}`))
  for (const uid of [mira, jonas]) await world.loves(uid, 'youtube', videos)
  const { id } = await blends.make(mira, { ...made, kind: 'video', uids: [jonas] })
  await blends.join(jonas, id)
  expect(new Set((await get(mira, id)).items.map(({ item }) => item.kind))).toEqual(new Set(['video']))
  for (const uid of [mira, jonas]) await world.loves(uid, 'youtube', [])
})
