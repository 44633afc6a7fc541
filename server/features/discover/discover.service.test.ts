import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { discovery } from '#contract/taste/discover.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import { createDiscover } from './discover.service.ts'
import { createDiscoverStore } from './discover.store.ts'
import { NEIGHBORS } from './relevance.ts'
import { artistsNamed, channelsNamed, setUpTaste, world } from '#server/features/taste/taste.test-world.ts'

const shared = artistsNamed('Mulatu Astatke', 'Khruangbin', 'Bonobo', 'Floating Points', 'Four Tet', 'Sampha')
const tracksOf = (artist: string, ...names: string[]): MediaRow[] => names.map((name) => ({ kind: 'track', name, by: artist }))

setUpTaste()
let mira: Uid, jonas: Uid, amara: Uid, far: Uid

beforeAll(async () => {
  ;[mira, jonas, amara, far] = [
    await world.person('mira'),
    await world.person('jonas'),
    await world.person('amara'),
    await world.person('far'),
  ]
  await world.loves(mira, 'spotify', shared)
  await world.loves(jonas, 'spotify', [
    ...shared,
    ...artistsNamed('Nala Sinephro'),
    ...tracksOf('Yussef Dayes', 'Black Classical Music', 'Rust'),
    ...tracksOf('Alfa Mist', 'Keep On'),
  ])
  await world.loves(jonas, 'youtube', [...channelsNamed('KEXP'), { kind: 'video', name: 'Live', by: 'KEXP', youtube_id: 'aaaaaaaaaa1' }])
  await world.loves(amara, 'spotify', [
    ...shared,
    ...artistsNamed('Nala Sinephro'),
    { kind: 'artist', name: 'Arooj Aftab', bars: ['folk', 'jazz'] },
  ])
  await world.loves(amara, 'youtube', channelsNamed('NPR Music'))
  await world.loves(far, 'spotify', artistsNamed('Another Artist', 'Another One', 'A Third'))
})

const found = async (filter: 'all' | 'music' | 'video' = 'all') => {
  const { items, of_buddies: ofBuddies } = await world.discover.list(mira, filter)
  return [...ofBuddies, ...items].map((entry) => discovery.parse(entry))
}
const findNamed = async (name: string) => (await found()).find((entry) => entry.item.name === name)

test('suggests items that close users love and the viewer lacks, the most loved first', async () => {
  const names = (await found()).map((entry) => entry.item.name)
  expect((await found('music')).filter((entry) => entry.item.kind === 'artist').map((entry) => entry.item.name)).toEqual([
    'Nala Sinephro',
    'Arooj Aftab',
  ])
  for (const row of [...shared, ...artistsNamed('Another Artist')]) expect(names).not.toContain(row.name)
})

test('a new user sees other items before the charts, although all neighbors love a hit', async () => {
  const novice = await world.person('novice')
  const picks = artistsNamed('Pick A', 'Pick B', 'Pick C', 'Pick D', 'Pick E')
  await world.loves(novice, 'spotify', picks)
  for (let index = 0; index < 6; index++) {
    const rare = artistsNamed(`Rare ${index} A`, `Rare ${index} B`)
    await world.loves(await world.person(`hitlover${index}`), 'spotify', [...picks, ...artistsNamed('The Hit'), ...rare])
  }
  for (let index = 0; index < 10; index++)
    await world.loves(await world.person(`hitfan${index}`), 'spotify', artistsNamed('The Hit', 'Pick A'))
  const names = async (viewer: Uid) =>
    (await world.discover.list(viewer, 'music')).items.filter(({ item }) => item.kind === 'artist').map(({ item }) => item.name)
  expect((await names(novice)).indexOf('The Hit')).toBe(1)
  const page = await world.discover.listKind(novice, 'artist')
  expect(page.items.map(({ item }) => item.name).indexOf('The Hit')).toBe(1)
})

test('a list of one kind reaches its end page by page without repeats', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `Deep Cut ${index}`)
  const explorer = await world.person('digger')
  await world.loves(explorer, 'spotify', [...shared, ...artistsNamed(...names)])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await world.discover.listKind(mira, 'artist', cursor)
    expect(page.items.length).toBeLessThanOrEqual(24)
    seen.push(...page.items.map((entry) => discovery.parse(entry).item.name))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(seen.length)
  for (const name of [...names, 'Nala Sinephro', 'Arooj Aftab']) expect(seen).toContain(name)
  await expect(world.discover.listKind(mira, 'artist', 'nonsense')).rejects.toMatchObject({ code: 'invalid_input' })
  await world.loves(explorer, 'spotify', [])
})

test("includes an item's genres where a source reports them", async () => {
  const barsOf = async (name: string) => (await findNamed(name))?.bars.map((place) => PRINT_BARS[place])
  expect([await barsOf('Arooj Aftab'), await barsOf('Nala Sinephro')]).toEqual([['folk', 'jazz'], []])
})

test('counts strangers without names and names buddies', async () => {
  const before = (await findNamed('Nala Sinephro'))!.reason
  expect([before.people, before.others]).toEqual([[], 2])
  expect(before.at_least_percent % 5).toBe(0)
  expect(before.at_least_percent).toBeGreaterThan(50)
  await world.befriend(mira, jonas)
  const after = (await findNamed('Nala Sinephro'))!.reason
  expect([after.people.map((person) => person.user_name), after.others]).toEqual([['jonas'], 1])
})

test('items that buddies love have their own list, and no item is in two lists', async () => {
  const { items, of_buddies: ofBuddies } = await world.discover.list(mira, 'all')
  expect(ofBuddies.map(({ item }) => item.name)).toContain('Nala Sinephro')
  expect(ofBuddies.every(({ reason }) => reason.people.length > 0)).toBe(true)
  const ids = [...items, ...ofBuddies].map(({ item }) => item.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('names the viewer’s own artist that a discovery is similar to, and the buddy who plays it most', async () => {
  const fans = await Promise.all(['fan1', 'fan2', 'fan3'].map((name) => world.person(name)))
  for (const fan of fans) await world.loves(fan, 'spotify', artistsNamed('Khruangbin', 'Bonobo', 'Mdou Moctar'))
  const near = (await findNamed('Mdou Moctar'))!.reason
  expect([near.people, near.near?.name]).toEqual([[], 'Khruangbin'])
  await world.befriend(mira, fans[0]!)
  const after = (await findNamed('Mdou Moctar'))!.reason
  expect([after.people.map((person) => person.user_name), after.is_favorite, after.near]).toEqual([['fan1'], true, null])
  for (const fan of fans) await world.loves(fan, 'spotify', [])
})

test('a distant buddy’s items are considered in addition to those of eighty closer strangers', async () => {
  const strangers = await Promise.all(Array.from({ length: NEIGHBORS }, (_, index) => world.person(`closer${index}`)))
  for (const stranger of strangers) await world.loves(stranger, 'spotify', shared)
  const buddy = await world.person('distant')
  await world.loves(
    buddy,
    'spotify',
    artistsNamed('Sampha', 'Rosalía', 'Only Theirs', ...Array.from({ length: 30 }, (_, index) => `Other ${index}`)),
  )
  await world.befriend(mira, buddy)
  expect((await findNamed('Rosalía'))?.reason.people.map((person) => person.user_name)).toEqual(['distant'])
  for (const person of [buddy, ...strangers]) await world.loves(person, 'spotify', [])
})

test("a buddy's private source is not used as a reason, not even unnamed", async () => {
  await world.loves(jonas, 'youtube', channelsNamed('KEXP'), { shownTo: 'only_me' })
  expect(await findNamed('KEXP')).toBeUndefined()
  await world.loves(jonas, 'youtube', [...channelsNamed('KEXP'), { kind: 'video', name: 'Live', by: 'KEXP', youtube_id: 'aaaaaaaaaa1' }], {
    shownTo: 'buddies',
  })
  expect((await findNamed('KEXP'))?.reason.people.map((person) => person.user_name)).toEqual(['jonas'])
})

test('a blocked user is not used as a reason', async () => {
  await world.connections.block(mira, amara)
  expect(await findNamed('Arooj Aftab')).toBeUndefined()
  await world.connections.unblock(mira, amara)
  expect(await findNamed('Arooj Aftab')).toBeDefined()
})

test('filters by music or video', async () => {
  expect(new Set((await found('music')).map((entry) => entry.item.kind))).toEqual(new Set(['artist', 'track']))
  expect(new Set((await found('video')).map((entry) => entry.item.kind))).toEqual(new Set(['channel', 'video']))
})

test('shows no artist twice in a row and one track per artist', async () => {
  const tracks = (await found('music')).filter((entry) => entry.item.kind === 'track')
  expect(new Set(tracks.map((track) => track.item.by))).toEqual(new Set(['Alfa Mist', 'Yussef Dayes']))
  expect(tracks).toHaveLength(2)
  const makers = (await found()).map(({ item }) => item.by ?? item.name)
  expect(makers.some((maker, index) => index > 0 && maker === makers[index - 1])).toBe(false)
})

test('suggests nothing to a user without items', async () => {
  expect(await world.discover.list(await world.person('beginner'), 'all')).toEqual({ items: [], trending: [], of_buddies: [], known: 0 })
})

test('removes disliked items and their creator and lowers similar ones; undo restores them', async () => {
  const item = (await findNamed('Nala Sinephro'))!.item
  await world.discover.lessLike(mira, item.id)
  await world.discover.lessLike(mira, item.id)
  expect(await findNamed('Nala Sinephro')).toBeUndefined()
  expect(await findNamed('Arooj Aftab')).toBeDefined()
  const track = (await found('music')).find((entry) => entry.item.kind === 'track' && entry.item.by === 'Yussef Dayes')!.item
  await world.discover.lessLike(mira, track.id)
  expect((await found('music')).map((entry) => entry.item.by)).not.toContain('Yussef Dayes')
  for (const disliked of [item, track]) await world.discover.undoLessLike(mira, disliked.id)
  expect(await findNamed('Nala Sinephro')).toBeDefined()
  expect((await found('music')).map((entry) => entry.item.by)).toContain('Yussef Dayes')
})

test('lists saved items, the latest first, until they are removed', async () => {
  const [nala, arooj] = [(await findNamed('Nala Sinephro'))!.item, (await findNamed('Arooj Aftab'))!.item]
  const [store, since] = [createDiscoverStore(world.db), world.clock.now()]
  await world.discover.save(mira, nala.id)
  world.clock.pass(1_000)
  expect(await store.countSaved(mira, { since, until: world.clock.now() })).toBe(1)
  expect(await store.countSaved(mira, { since: world.clock.now(), until: new Date(world.clock.now().getTime() + 1) })).toBe(0)
  await world.discover.save(mira, arooj.id)
  await world.discover.save(mira, nala.id)
  expect((await world.discover.saved(mira)).items.map((item) => item.name)).toEqual(['Arooj Aftab', 'Nala Sinephro'])
  expect(await world.discover.saved(jonas)).toEqual({ items: [], next: null })
  await world.discover.unsave(mira, arooj.id)
  expect((await world.discover.saved(mira)).items.map((item) => item.name)).toEqual(['Nala Sinephro'])
  for (const act of [world.discover.save, world.discover.lessLike]) {
    await expect(act(mira, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('saved items are listed to the end page by page, and old dislikes stay left out', async () => {
  const item = (await findNamed('Nala Sinephro'))!.item
  const collector = await world.person('collector')
  await world.loves(collector, 'spotify', shared)
  const listSuggestions = async () => {
    const { items, of_buddies: ofBuddies } = await world.discover.list(collector, 'all')
    const page = await world.discover.listKind(collector, 'artist')
    return [...items, ...ofBuddies, ...page.items].some((entry) => entry.item.id === item.id)
  }
  expect(await listSuggestions()).toBe(true)
  await world.discover.lessLike(collector, item.id)
  await world.discover.save(collector, item.id)
  world.clock.pass(1_000)
  // A thousand later ones in both lists.
  await sql`
    with added as (
      insert into items (id, kind, name, name_key, by_key, created_at)
      select gen_random_uuid(), 'artist', 'later ' || n, 'later ' || n, '', now() from generate_series(1, 1000) n returning id
    ), disliked as (
      insert into taste_less_like (uid, item_id, created_at) select ${collector}, id, ${world.clock.now()} from added
    )
    insert into taste_saved (uid, item_id, created_at) select ${collector}, id, ${world.clock.now()} from added`.execute(world.db)
  expect(await listSuggestions()).toBe(false)
  const first = await world.discover.saved(collector)
  const second = await world.discover.saved(collector, first.next ?? '')
  expect([new Set(first.items.map(({ id }) => id)).size, second.items.map(({ id }) => id), second.next]).toEqual([1_000, [item.id], null])
  await expect(world.discover.saved(collector, 'nonsense')).rejects.toMatchObject({ code: 'invalid_input' })

  // A suggestion knows that it is saved, however many were saved after it.
  await world.discover.undoLessLike(collector, item.id)
  const [all, artists] = [await world.discover.list(collector, 'all'), await world.discover.listKind(collector, 'artist')]
  const marked = [...all.items, ...artists.items].filter((entry) => entry.is_saved)
  expect(marked.map((entry) => entry.item.id)).toEqual([item.id, item.id])
  await world.loves(collector, 'spotify', [])
})

test('shows items that several buddies play a lot, with their names, as far as they share them', async () => {
  const lately = async () => (await world.discover.list(mira, 'all')).trending.map((entry) => [entry.item.name, entry.reason.people.length])
  const fan = await world.person('fan')
  await world.befriend(mira, amara)
  await world.befriend(mira, fan)
  expect(await lately()).toEqual([])
  await world.loves(fan, 'spotify', artistsNamed('Nala Sinephro'))
  await world.addRecentPlays(amara, 'Nala Sinephro')
  expect(await lately()).toEqual([])
  await world.addRecentPlays(fan, 'Nala Sinephro')
  expect(await lately()).toEqual([['Nala Sinephro', 2]])
  expect((await world.discover.list(mira, 'video')).trending).toEqual([])
  await world.loves(fan, 'spotify', artistsNamed('Nala Sinephro'), { shownTo: 'only_me' })
  await world.addRecentPlays(fan, 'Nala Sinephro')
  expect(await lately()).toEqual([])
})

test('compares buddies with one call of the index, and only by items that several of them play', async () => {
  const index = { ...world.live.index }
  const pairTotals = vi.spyOn(index, 'pairTotals')
  const lovedAmong = vi.spyOn(index, 'lovedAmong')
  const pair = vi.spyOn(index, 'pair')
  const read = vi.spyOn(index, 'lovedItems')
  const discover = createDiscover({ ...world.discoverParts, index })
  const viewer = await world.person('busy')
  await world.loves(viewer, 'spotify', shared)
  const buddies = await Promise.all(['busy1', 'busy2', 'busy3'].map((name) => world.person(name)))
  for (const [position, buddy] of buddies.entries()) {
    await world.befriend(viewer, buddy)
    await world.loves(
      buddy,
      'spotify',
      artistsNamed('Played By All', `Played By ${position}`, ...Array.from({ length: 50 }, (_, entry) => `Rest ${entry}`)),
    )
    await world.addRecentPlays(buddy, 'Played By All')
    await world.addRecentPlays(buddy, `Played By ${position}`)
  }
  const { trending } = await discover.list(viewer, 'all')
  expect(trending.map(({ item, reason }) => [item.name, reason.people.length, reason.others])).toEqual([['Played By All', 2, 1]])
  expect([pairTotals.mock.calls.length, pair.mock.calls.length]).toEqual([1, 0])
  expect(lovedAmong.mock.calls.map(([asked]) => asked.map(({ ids }) => ids.length))).toEqual([[1, 1, 1]])
  // Whole lists are read only of the viewer, and of neighbors up to a limit.
  for (const [of, , limit] of read.mock.calls) expect(of === viewer || limit !== undefined).toBe(true)
  for (const buddy of buddies) await world.loves(buddy, 'spotify', [])
})

test('leaves out muted artists, their tracks, and names with a muted word, for this user alone', async () => {
  const listener = await world.person('listener')
  await world.loves(listener, 'spotify', shared)
  const names = async () => {
    const { items, of_buddies: ofBuddies } = await world.discover.list(listener, 'all')
    return [...ofBuddies, ...items].map(({ item }) => item.name)
  }
  const before = await names()
  expect(before).toEqual(expect.arrayContaining(['Nala Sinephro', 'Arooj Aftab', 'Black Classical Music']))
  const [artist, maker] = await world.media.resolve(artistsNamed('Nala Sinephro', 'Yussef Dayes'))
  const mutes = [await world.mutes.muteItem(listener, artist!, null), await world.mutes.muteItem(listener, maker!, null)]
  mutes.push(await world.mutes.muteWord(listener, { word: 'arooj', until: null }))
  const after = await names()
  for (const name of ['Nala Sinephro', 'Arooj Aftab', 'Black Classical Music', 'Rust']) expect(after).not.toContain(name)
  const page = await world.discover.listKind(listener, 'artist')
  expect(page.items.map(({ item }) => item.name)).not.toContain('Nala Sinephro')
  for (const { id } of mutes) await world.mutes.remove(listener, id)
  expect(await names()).toEqual(before)
})

test('a large crowd suggests items that no close user loves, with the nearest own artist as the reason', async () => {
  const own = await world.media.resolve(shared)
  const [near, crowdHit] = await world.media.resolve(artistsNamed('Khruangbin', 'Crowd Favorite'))
  const crowd = Array.from({ length: 240 }, () => randomUUID())
  const { index } = world.live
  const row = (itemId: string) => ({ itemId, weight: 1, shownTo: 'everyone' as const, counts: true })
  // Enough users with the viewer's own taste that all others are less close.
  const twins = Array.from({ length: NEIGHBORS }, () => randomUUID())
  const rest = await world.media.resolve(artistsNamed(...Array.from({ length: 40 }, (_, position) => `Elsewhere ${position}`)))
  await index.register([...(await world.media.attributes([...own, crowdHit!, ...rest])).values()])
  for (const [position, uid] of crowd.entries()) {
    const others = Array.from({ length: 20 }, (_, place) => rest[(position + place) % rest.length]!)
    await index.put(uid, [...(position % 2 === 0 ? [near!, crowdHit!] : []), ...others].map(row))
  }
  for (const uid of twins) await index.put(uid, own.map(row))
  while (await index.train());
  const { items } = await world.discover.listKind(mira, 'artist')
  const first = items.map((item) => discovery.parse(item)).find(({ item }) => item.name === 'Crowd Favorite')
  expect(first?.reason).toMatchObject({ people: [], others: 0, at_least_percent: 0, near: { name: 'Khruangbin' } })
  for (const uid of [...crowd, ...twins]) await index.remove(uid)
})
