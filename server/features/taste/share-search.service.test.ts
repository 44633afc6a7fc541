import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { shareResult } from '#contract/taste/share-search.ts'
import { type SourceName, sourceNames } from '#contract/taste/taste.ts'
import type { SongSearches } from '#server/features/media/link-search.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createShareSearch } from './share-search.service.ts'
import { createShareSearchStore } from './share-search.store.ts'
import { setUpTaste, world } from './taste.test-world.ts'

const spotifyId = (seed: string) => seed.padEnd(22, '0')
const track = (name: string, by: string, seed: string): MediaRow => ({ kind: 'track', name, by, spotify_id: spotifyId(seed) })
const gorilla = track('Gorilla', 'Little Simz', 'gorilla')

setUpTaste()
let mira: Uid, jonas: Uid, amara: Uid, stranger: Uid
const closed = new Set<SourceName>()

beforeAll(async () => {
  ;[mira, jonas, amara, stranger] = [
    await world.person('mira'),
    await world.person('jonas'),
    await world.person('amara'),
    await world.person('stranger'),
  ]
  await world.befriend(mira, jonas)
  await world.befriend(mira, amara)
  await world.loves(mira, 'spotify', [gorilla, track('Point and Kill', 'Little Simz', 'point')])
  await world.loves(mira, 'youtube', [
    { kind: 'video', name: 'Little Simz: Tiny Desk', by: 'NPR Music', youtube_id: 'aaaaaaaaaa1' },
    // No platform has it, so it can't be shared.
    { kind: 'channel', name: 'Simz by hand' },
  ])
  await world.loves(jonas, 'spotify', [gorilla, track('Selfish', 'Little Simz', 'selfish')], { shownTo: 'buddies' })
  await world.loves(amara, 'spotify', [track('Venom', 'Little Simz', 'venom')], { shownTo: 'only_me' })
  await world.loves(stranger, 'spotify', [track('Introvert', 'Little Simz', 'introvert')])
})

const noSongs: SongSearches = { spotify: null, youtube: null }
function searching(songs: SongSearches = noSongs) {
  const requests: string[] = []
  const search = createShareSearch({
    store: createShareSearchStore(world.db),
    media: world.media,
    people: { buddiesOf: world.connections.buddiesOf, cards: (uids) => world.profiles.cards(uids) },
    privacy: world.privacy,
    sharedSources: sourceNames.filter((source) => !closed.has(source)),
    suggest: async (_viewer, list) =>
      list === 'recent' ? [...(await world.media.items(await world.media.resolve([gorilla]))).values()] : [],
    fits: async (_viewer, other) => (requests.push(other), [...(await world.media.items(await world.media.resolve([gorilla]))).values()]),
    songs,
    limit: { here: () => undefined, outside: () => void requests.push('outside') },
    log: world.log,
  })
  return { search, requests }
}

const found = async (q: string, kind?: 'track' | 'video', viewer = mira) =>
  (await searching().search(viewer, { q, kind, in: 'here' })).results
    .map((result) => shareResult.parse(result))
    .map(({ section, item, person }) => `${section}: ${item.name}${person ? ` (${person.user_name})` : ''}`)

test('finds the user’s library first, then items that buddies show, then the catalog, each item once', async () => {
  expect(await found('simz')).toEqual([
    'library: Gorilla',
    'library: Little Simz: Tiny Desk',
    'library: Point and Kill',
    'buddies: Selfish (jonas)',
    'catalog: Introvert',
  ])
})

test('finds an item by “artist - title”, by the beginnings of words, and with the additions of a video title', async () => {
  for (const text of ['Little Simz - Gorilla', 'goril lit', 'Little Simz – Gorilla (Official Video)', 'LITTLE SIMZ   gorilla'])
    expect(await found(text)).toEqual(['library: Gorilla'])
})

test('finds only one kind on request', async () => {
  expect(await found('simz', 'video')).toEqual(['library: Little Simz: Tiny Desk'])
})

test('a single letter searches only the user’s own library', async () => {
  expect(await found('s')).toEqual(['library: Gorilla', 'library: Little Simz: Tiny Desk', 'library: Point and Kill'])
})

test('wildcard characters in a search are literal', async () => {
  expect(await found('%')).toEqual([])
  expect(await found('_')).toEqual([])
})

test('finds no items of a buddy who hides their music, or whose source the operator closed', async () => {
  await world.privacy.change(jonas, { music: 'only_me' })
  expect((await found('selfish')).filter((line) => line.startsWith('buddies'))).toEqual([])
  await world.privacy.change(jonas, { music: 'buddies' })
  closed.add('spotify')
  expect(await found('selfish')).toEqual([])
  closed.clear()
  expect(await found('selfish')).toEqual(['buddies: Selfish (jonas)'])
})

test('finds no items of a user with a block, and no private item in the catalog', async () => {
  expect(await found('venom')).toEqual([])
  await world.connections.block(jonas, mira)
  expect(await found('selfish')).toEqual([])
})

test('without a text, suggests items played last and items that fit the receiver, each once', async () => {
  const { search, requests } = searching()
  const { results } = await search(mira, { in: 'here', to: amara })
  expect([results.map(({ section, item }) => `${section}: ${item.name}`), requests]).toEqual([['recent: Gorilla'], [amara]])
})

test('a platform is searched on request, from the third letter on', async () => {
  const requests: string[] = []
  const songs: SongSearches = {
    spotify: {
      track: async () => null,
      search: async (q) => (requests.push(q), [{ id: spotifyId('found'), name: 'Take On Me', by: 'a-ha' }]),
    },
    youtube: async () => {
      throw new ProviderError('quota', 'used up', {})
    },
  }
  const { search } = searching(songs)
  expect(await search(mira, { q: 'ta', in: 'spotify' })).toEqual({ results: [], state: 'ready' })
  expect((await search(mira, { q: 'take on me', in: 'spotify' })).results.map((result) => shareResult.parse(result).item)).toEqual([
    { id: null, kind: 'track', name: 'Take On Me', by: 'a-ha', spotify_id: spotifyId('found'), youtube_id: null },
  ])
  expect(await search(mira, { q: 'take on me', in: 'youtube' })).toEqual({ results: [], state: 'busy' })
  expect(requests).toEqual(['take on me'])
  expect(await searching().search(mira, { q: 'take on me', in: 'youtube' })).toEqual({ results: [], state: 'off' })
})

test('a search of all items uses the index of their words', async () => {
  await sql`insert into items (id, kind, name, name_key, by_key, spotify_id, known_rank, created_at)
    select gen_random_uuid(), 'artist', 'Filler ' || n, 'filler ' || md5(n::text), '', md5(n::text), null, now()
    from generate_series(1, 5000) n`.execute(world.db)
  await sql`analyze items`.execute(world.db)
  const { rows } = await sql<Record<string, string>>`explain select id from items
    where (' ' || items.by_key || ' ' || items.name_key) like ${'% gorilla%'}`.execute(world.db)
  expect(JSON.stringify(rows)).toContain('items_words')
})
