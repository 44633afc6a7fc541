import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { matchCard, matchInFull } from '#contract/taste/taste.ts'
import { artistsNamed, channelsNamed, ownArtists, setUpTaste, world } from '#server/features/taste/taste.test-world.ts'

const music = ['Mulatu Astatke', 'Khruangbin', 'Bonobo', 'Floating Points', 'Four Tet', 'Sampha', 'Björk', 'Portishead']
const video = ['Vsauce', 'Polyphonic', '3Blue1Brown', 'KEXP', 'Tom Scott']

setUpTaste()
let mira: Uid, jonas: Uid, amara: Uid, tomas: Uid, lena: Uid, ole: Uid, empty: Uid

beforeAll(async () => {
  mira = await world.person('mira')
  jonas = await world.person('jonas')
  amara = await world.person('amara')
  tomas = await world.person('tomas')
  lena = await world.person('lena')
  ole = await world.person('ole')
  empty = await world.person('empty')
  await world.media.seedStarter()
  await world.loves(mira, 'spotify', [...artistsNamed(...music), ...ownArtists('mira', 4)])
  await world.loves(mira, 'youtube', channelsNamed(...video))
  await world.loves(jonas, 'spotify', [...artistsNamed(...music.slice(0, 7)), ...ownArtists('jonas', 5)])
  await world.loves(jonas, 'youtube', channelsNamed(...video.slice(0, 2), 'SciShow', 'TED'))
  await world.loves(amara, 'spotify', [...artistsNamed(...music.slice(4, 7), 'Little Simz', 'Burna Boy', 'Tony Allen')])
  await world.loves(tomas, 'youtube', channelsNamed(...video.slice(1), 'SciShow'))
  await world.loves(lena, 'spotify', ownArtists('lena', 8))
  await world.loves(ole, 'picks', artistsNamed('Björk', 'Bonobo'))
})

const ranking = async (viewer: Uid, filter: 'all' | 'music' | 'video' = 'all') => {
  const { people } = await world.matches.ranked(viewer, { filter })
  return people.map((card) => [card.person.user_name, card.match.percent])
}
const nameOf = (entry: { item: { name: string } }): string => entry.item.name

describe('find buddies', () => {
  test('ranks users by shared taste, the closest first, and those without shared items last', async () => {
    const list = await ranking(mira)
    expect(list.map(([name]) => name).slice(0, 3)).toEqual(['jonas', 'tomas', 'amara'])
    expect(list.map(([name]) => name)).toContain('lena')
    expect(list.find(([name]) => name === 'lena')?.[1]).toBe(0)
    const percents = list.map(([, percent]) => Number(percent ?? 0))
    expect(percents).toEqual(percents.toSorted((a, b) => b - a))
  })

  test('shows no percentage for a user with fewer than three items', async () => {
    expect((await ranking(mira)).find(([name]) => name === 'ole')?.[1]).toBeNull()
  })

  test('leaves out users who show nothing', async () => {
    expect((await ranking(mira)).map(([name]) => name)).not.toContain('empty')
  })

  test('ranks by music or by video alone when filtered', async () => {
    expect((await ranking(mira, 'music')).map(([name]) => name)).toEqual(['jonas', 'amara', 'ole'])
    expect((await ranking(mira, 'video')).map(([name]) => name)).toEqual(['tomas', 'jonas'])
  })

  test('a card lists shared items, the rarest first, with both prints', async () => {
    const { people, total, next } = await world.matches.ranked(mira, { filter: 'all', limit: 1 })
    const card = matchCard.parse(people[0])
    expect([card.person.user_name, card.relation, card.match.shared_artists, card.match.shared_channels, total]).toEqual([
      'jonas',
      'none',
      7,
      2,
      5,
    ])
    const holders = await Promise.all(card.match.shared.map((shared) => world.live.index.holders(shared.item.id)))
    expect(holders).toEqual(holders.toSorted((a, b) => a - b))
    expect(card.match.shared).toHaveLength(6)
    expect(card.match.shared.map(nameOf)).not.toContain('Björk')
    expect(card.prints.mine.length).toBe(card.prints.theirs.length)
    expect(Math.max(...card.prints.theirs)).toBe(1)
    expect(card.match.based_on).toEqual({ artists: 12, channels: 4 })
    expect(next).not.toBeNull()
  })

  test('a card in a filtered list shows the items of that side', async () => {
    const cardOf = async (filter: 'music' | 'video') =>
      (await world.matches.ranked(mira, { filter })).people.find(({ person }) => person.uid === jonas)!.match
    const [musicCard, videoCard] = [await cardOf('music'), await cardOf('video')]
    expect([musicCard.shared.length, musicCard.shared_artists, musicCard.shared_channels]).toEqual([6, 7, 0])
    expect([musicCard.shared_items, videoCard.shared_items]).toEqual([7, 2])
    expect([videoCard.shared.map(nameOf).toSorted(), videoCard.shared_artists, videoCard.shared_channels]).toEqual([
      ['Polyphonic', 'Vsauce'],
      0,
      2,
    ])
  })

  test('pages have no gaps and no repeats', async () => {
    const seen: string[] = []
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const page: Awaited<ReturnType<typeof world.matches.ranked>> = await world.matches.ranked(mira, { filter: 'all', limit: 2, cursor })
      seen.push(...page.people.map((card) => card.person.user_name))
      cursor = page.next
    }
    expect(seen).toEqual((await ranking(mira)).map(([name]) => name))
    await expect(world.matches.ranked(mira, { filter: 'all', cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a user with a pending request stays listed with that state, and a buddy leaves the list', async () => {
    await world.connections.request(mira, amara, '')
    const card = (await world.matches.ranked(mira, { filter: 'all' })).people.find((entry) => entry.person.uid === amara)
    expect(card?.relation).toBe('requested')
    await world.connections.accept(amara, mira)
    expect((await ranking(mira)).map(([name]) => name)).not.toContain('amara')
    await world.connections.unfriend(mira, amara)
  })

  test('a dismissed user is hidden from the user who dismissed them only', async () => {
    await world.matches.dismiss(mira, lena)
    await world.matches.dismiss(mira, lena)
    expect((await ranking(mira)).map(([name]) => name)).not.toContain('lena')
    expect((await ranking(lena)).map(([name]) => name)).toContain('mira')
  })

  test('does not suggest users without a profile', async () => {
    const early = await world.stranger()
    await world.loves(early, 'picks', artistsNamed(...music))
    const before = await world.matches.ranked(mira, { filter: 'all' })
    expect(before.people.map((card) => card.person.uid)).not.toContain(early)
    await world.profiles.setUp(early, { user_name: 'early', name: 'Early', avatar_id: null, languages: [], birth_year: 2000 })
    const after = await world.matches.ranked(mira, { filter: 'all' })
    expect(after.people.map((card) => card.person.user_name)).toContain('early')
    expect(after.total).toBe((before.total ?? 0) + 1)
    await world.loves(early, 'picks', [])
  })

  test('a new import changes the ranking at once, here and on every other process', async () => {
    const other = world.openProcess()
    await other.live.start()
    const beginner = await world.person('beginner')
    await world.loves(beginner, 'spotify', artistsNamed(...music))
    expect((await ranking(mira))[0]?.[0]).toBe('beginner')
    expect(await other.live.index.holders((await world.media.resolve(artistsNamed('Mulatu Astatke')))[0]!)).toBe(2)
    await world.bus.settle()
    await expect
      .poll(async () => (await other.live.index.pair(mira, beginner, 'everyone')).total)
      // Each process adds the same terms in a different order.
      .toBeCloseTo((await world.live.index.pair(mira, beginner, 'everyone')).total ?? 0, 12)
    await world.loves(beginner, 'spotify', [])
    expect((await ranking(mira)).map(([name]) => name)).not.toContain('beginner')
  })
})

test("every process ranks by a user's latest taste, even before the announcement arrives", async () => {
  const other = world.openProcess()
  await other.live.start()
  const [seeker, similar] = [await world.person('asks.elsewhere'), await world.person('similar')]
  await world.loves(similar, 'spotify', artistsNamed(...music))
  await world.bus.settle()
  await expect.poll(() => other.live.index.lovedItems(similar, 'everyone')).toHaveLength(music.length)

  await world.loves(seeker, 'spotify', artistsNamed(...music))
  expect((await other.taste.overview(similar, seeker)).artists).toHaveLength(music.length)
  await world.loves(seeker, 'spotify', artistsNamed('Another Artist'))
  expect((await other.matches.inFull(similar, seeker)).match.shared_artists).toBe(0)
  await world.loves(seeker, 'spotify', artistsNamed(...music))
  expect((await other.matches.ranked(seeker, { filter: 'all' })).people[0]?.person.user_name).toBe('similar')
  for (const uid of [seeker, similar]) await world.loves(uid, 'spotify', [])
  await world.bus.settle()
})

test('after a bus outage every process applies the missed changes, including privacy settings', async () => {
  const other = world.openProcess()
  await other.live.start()
  const [loud, shy, gone] = [await world.person('loud'), await world.person('shy'), await world.person('leaves')]
  for (const uid of [loud, shy, gone]) await world.loves(uid, 'spotify', artistsNamed('Late News'))
  await world.bus.settle()
  const shown = async () => {
    const people = await Promise.all([loud, shy, late, gone].map((uid) => other.live.index.lovedItems(uid, 'everyone')))
    return people.map((items) => items.length)
  }
  const late = await world.person('late')
  await expect.poll(shown).toEqual([1, 1, 0, 1])

  await world.loves(late, 'spotify', artistsNamed('Late News'))
  await world.loves(gone, 'spotify', [])
  await world.privacy.change(shy, { music: 'only_me' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  world.bus.outage()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await expect.poll(shown).toEqual([1, 0, 1, 0])
  for (const uid of [loud, shy, late]) await world.loves(uid, 'spotify', [])
})

test('new genres of an item change the print of every user who has it', async () => {
  const holder = await world.person('holder')
  const artist = { kind: 'artist', name: 'Moves Over', youtube_id: 'UCmmmmmmmmmmmmmmmmmmmmmm' } as const
  await world.loves(holder, 'youtube', [artist])
  const highest = async () => PRINT_BARS[(await world.live.index.print(holder, 'self')).indexOf(1)]
  expect(await highest()).toBe('other-music')
  // Another user's sync reports the genres.
  await world.media.resolve([{ ...artist, topics: ['jazz'] }])
  await expect.poll(highest).toBe('jazz')
  await world.loves(holder, 'youtube', [])
})

describe('a block, and a private source', () => {
  test('hides both users from each other in rankings and match pages', async () => {
    const [anna, ben] = [await world.person('anna'), await world.person('ben')]
    await world.loves(anna, 'spotify', artistsNamed(...music))
    await world.loves(ben, 'spotify', artistsNamed(...music))
    await world.connections.block(anna, ben)
    for (const [first, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      expect((await world.matches.ranked(first, { filter: 'all' })).people.map((card) => card.person.uid)).not.toContain(other)
      await expect(world.matches.inFull(first, other)).rejects.toMatchObject({ code: 'not_found' })
      await expect(world.matches.dismiss(first, other)).rejects.toMatchObject({ code: 'not_found' })
    }
    await world.loves(anna, 'spotify', [])
    await world.loves(ben, 'spotify', [])
  })

  test('a private source neither counts nor shows; a source for buddies counts once they are buddies', async () => {
    const [cleo, dan] = [await world.person('cleo'), await world.person('dan')]
    await world.loves(cleo, 'spotify', artistsNamed(...music))
    await world.loves(dan, 'spotify', artistsNamed(...music), { shownTo: 'buddies' })
    const percentAndShared = async (viewer: Uid, other: Uid) => {
      const { match } = await world.matches.inFull(viewer, other)
      return [match.percent, match.shared.length, match.shared_artists]
    }
    expect(await percentAndShared(cleo, dan)).toEqual([null, 0, 0])
    expect(await percentAndShared(dan, cleo)).toEqual([null, 0, 0])
    await world.befriend(cleo, dan)
    const [percent, shared] = await percentAndShared(cleo, dan)
    expect([Number(percent) > 80, shared]).toEqual([true, 8])
    expect(await percentAndShared(dan, cleo)).toEqual(await percentAndShared(cleo, dan))
    await world.loves(dan, 'spotify', artistsNamed(...music), { shownTo: 'only_me' })
    expect(await percentAndShared(cleo, dan)).toEqual([null, 0, 0])
    await world.loves(dan, 'spotify', artistsNamed(...music), { counts: false })
    expect(await percentAndShared(cleo, dan)).toEqual([null, 0, 0])
    for (const uid of [cleo, dan]) await world.loves(uid, 'spotify', [])
  })

  test('a source that the operator keeps private counts for no one', async () => {
    const [eva, fritz] = [await world.person('eva'), await world.person('fritz')]
    world.closedSources.add('spotify')
    await world.loves(eva, 'spotify', artistsNamed(...music))
    await world.loves(fritz, 'picks', artistsNamed(...music))
    world.closedSources.clear()
    expect((await world.matches.inFull(eva, fritz)).match.percent).toBeNull()
    expect(await world.taste.music(fritz, eva)).toEqual({ artists: { visible: false, rows: [] }, tracks: { visible: true, rows: [] } })
    expect((await world.taste.music(eva, eva)).artists.rows).toHaveLength(8)
    for (const [uid, source] of [
      [eva, 'spotify'],
      [fritz, 'picks'],
    ] as const)
      await world.loves(uid, source, [])
  })
})

describe('the full match', () => {
  test('is the same score for both, with parts that add up', async () => {
    const [mine, theirs] = [await world.matches.inFull(mira, jonas), await world.matches.inFull(jonas, mira)]
    matchInFull.parse(mine)
    expect(theirs.match).toEqual(mine.match)
    expect(mine.match.shared_items).toBe(mine.match.shared.length)
    expect(theirs.parts).toEqual(mine.parts)
    expect(mine.parts.reduce((sum, part) => sum + part.points, 0)).toBe(mine.match.percent)
    const [min, max] = [mine.match.music_percent, mine.match.video_percent].map(Number).toSorted((a, b) => a - b)
    expect(mine.match.percent).toBeGreaterThanOrEqual(min!)
    expect(mine.match.percent).toBeLessThanOrEqual(max!)
    const bars = mine.parts.filter(({ part }) => part === 'genres' || part === 'topics').reduce((sum, part) => sum + part.points, 0)
    const ofItems = mine.match.shared.reduce((sum, shared) => sum + shared.contribution, 0) * mine.match.percent!
    expect(Math.abs(ofItems + bars - mine.match.percent!)).toBeLessThan(2)
    expect(mine.parts.map(({ part, shared }) => [part, shared]).slice(0, 2)).toEqual([
      ['artists', 7],
      ['tracks', 0],
    ])
  })

  test('shows the number of holders from five users on', async () => {
    const [first] = (await world.matches.inFull(mira, jonas)).match.shared
    expect(first?.here).toBeNull()
    const fans = await Promise.all(['fan1', 'fan2', 'fan3'].map((name) => world.person(name)))
    for (const fan of fans) await world.loves(fan, 'picks', artistsNamed('Mulatu Astatke'))
    const sharedItem = (await world.matches.inFull(mira, jonas)).match.shared.find((shared) => shared.item.name === 'Mulatu Astatke')
    expect(sharedItem?.here).toEqual({ holders: 5, users: await world.live.index.size() })
    for (const fan of fans) await world.loves(fan, 'picks', [])
  })

  test('shows how many users match less, from five users on', async () => {
    const { closer_than } = await world.matches.inFull(mira, jonas)
    expect(closer_than).toBeNull()
    const more = await Promise.all(['more1', 'more2', 'more3'].map((name) => world.person(name)))
    for (const user of more) await world.loves(user, 'picks', ownArtists('more', 3))
    const { closer_than: closerThan } = await world.matches.inFull(mira, jonas)
    expect(closerThan).toEqual({ people: 7, of: 7 })
    expect((await world.matches.inFull(mira, tomas)).closer_than).toEqual({ people: 6, of: 7 })
    for (const user of more) await world.loves(user, 'picks', [])
  })

  test('items of equal weight have no rank', async () => {
    const picker = await world.person('picker')
    await world.loves(picker, 'picks', ownArtists('picked', 3))
    await sql`update taste_rows set weight = 1 where uid = ${picker}`.execute(world.db)
    await world.loves(picker, 'youtube', [])
    const { they_would_like: theirs } = await world.matches.inFull(picker, mira)
    expect(theirs.map(({ rank }) => rank)).toEqual([null, null, null])
    await world.loves(picker, 'picks', [])
  })

  test('recommends items to the other user with their ranks', async () => {
    const full = await world.matches.inFull(mira, amara)
    expect(full.you_would_like.map(nameOf).toSorted()).toEqual(['Burna Boy', 'Little Simz', 'Tony Allen'])
    expect(full.you_would_like.find((suggestion) => suggestion.item.name === 'Tony Allen')?.rank).toBe(6)
    const theirs = full.they_would_like.map(nameOf)
    expect(theirs).toHaveLength(6)
    for (const shared of full.match.shared.map(nameOf)) expect(theirs).not.toContain(shared)
  })

  test('recommends nothing that the viewer has muted', async () => {
    const { id } = await world.mutes.muteWord(mira, { word: 'burna', until: null })
    expect((await world.matches.inFull(mira, amara)).you_would_like.map(nameOf).toSorted()).toEqual(['Little Simz', 'Tony Allen'])
    await world.mutes.remove(mira, id)
  })

  test('reports too little data for a user without items', async () => {
    const full = await world.matches.inFull(mira, empty)
    expect([full.match.percent, full.match.shared, full.closer_than]).toEqual([null, [], null])
    expect(full.parts.map((part) => part.points)).toEqual([0, 0, 0, 0, 0])
  })

  test('does not exist for oneself or an unknown user', async () => {
    await expect(world.matches.inFull(mira, mira)).rejects.toMatchObject({ code: 'not_found' })
    await expect(world.matches.inFull(mira, '00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the example of the landing page', () => {
  test('shows a real match of two demo users, or none', async () => {
    expect(await world.matches.example()).toBeNull()
    world.state.example = [mira, jonas]
    const example = await world.matches.example()
    expect([example?.left.user_name, example?.right.user_name]).toEqual(['mira', 'jonas'])
    expect(example?.match.percent).toBe((await world.matches.inFull(mira, jonas)).match.percent)
    world.state.example = [mira, '00000000-0000-7000-8000-000000000000']
    expect(await world.matches.example()).toBeNull()
  })
})
