import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { itemPage } from '#contract/taste/item-pages.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import { artistsNamed, channelsNamed, setUpTaste, world } from '#server/features/taste/taste.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

const SPOTIFY_ID = '4Z8W4fKeB5YxbusRsdQVPb'
const nala: MediaRow = { kind: 'artist', name: 'Nala Sinephro', spotify_id: SPOTIFY_ID, bars: ['jazz'] }
const tracksOf = (artist: string, ...names: string[]): MediaRow[] =>
  names.map((name) => ({ kind: 'track', name, by: artist, spotify_id: createHash('md5').update(name).digest('hex').slice(0, 22) }))
const related = artistsNamed('Alice Coltrane', 'Floating Points')

setUpTaste()
let mira: Uid, jonas: Uid, amara: Uid, stranger: Uid, other: Uid
let nalaId: string

beforeAll(async () => {
  ;[mira, jonas, amara, stranger, other] = [
    await world.person('mira'),
    await world.person('jonas'),
    await world.person('amara'),
    await world.person('stranger'),
    await world.person('other'),
  ]
  await world.befriend(mira, jonas)
  await world.befriend(mira, amara)
  nalaId = (await world.media.resolve([nala]))[0]!
  await world.loves(jonas, 'spotify', [...artistsNamed('Bonobo'), nala, ...related, ...tracksOf('Nala Sinephro', 'Space 1', 'Space 8')])
  await world.loves(amara, 'spotify', [nala, ...tracksOf('Nala Sinephro', 'Space 1')])
  await world.loves(stranger, 'spotify', [nala, ...related, ...artistsNamed('Only Strange')])
  await world.loves(mira, 'spotify', tracksOf('Nala Sinephro', 'Space 1'))
})

const pageOf = async (viewer: Uid | null, id = nalaId) => itemPage.parse(await world.itemPages.page(viewer, id))
const fansOf = async (viewer: Uid | null) => (await pageOf(viewer)).fans.map(({ person, rank }) => `${person.user_name} #${rank}`)

test('lists the buddies who love an item, the most love first, and no strangers', async () => {
  const page = await pageOf(mira)
  expect(page.fans.map(({ person, rank, love }) => [person.user_name, rank, love])).toEqual([
    ['amara', 1, 5],
    ['jonas', 2, 5],
  ])
  expect([page.buddies, page.people, page.mine, page.is_public]).toEqual([2, null, null, true])
})

test('orders tracks by how much buddies love them, and marks the best one that the viewer lacks', async () => {
  const { works } = await pageOf(mira)
  expect(works.map(({ item, fans, is_new: isNew }) => [item.name, item.by_id, fans.map((fan) => fan.user_name).toSorted(), isNew])).toEqual(
    [
      ['Space 1', nalaId, ['amara', 'jonas'], false],
      ['Space 8', nalaId, ['jonas'], true],
    ],
  )
})

test('the page of a track lists the other tracks of its artist', async () => {
  const [track] = await world.media.resolve(tracksOf('Nala Sinephro', 'Space 1'))
  const page = await pageOf(mira, track)
  expect([page.item.by_id, page.mine?.rank, page.works.map(({ item }) => item.name)]).toEqual([nalaId, 1, ['Space 8']])
})

test('names only buddies behind related items, and one stranger alone is not a sufficient reason', async () => {
  const names = (await pageOf(mira)).related.map(({ item, people, others }) => [
    item.name,
    people.map((person) => person.user_name),
    others,
  ])
  expect(names).toContainEqual(['Alice Coltrane', ['jonas'], 1])
  expect(names).toContainEqual(['Bonobo', ['jonas'], 0])
  expect(names.flat()).not.toContain('Only Strange')
})

test('a visitor sees the item and its tracks without any names', async () => {
  const page = await pageOf(null)
  expect([page.fans, page.buddies, page.mine, page.is_saved]).toEqual([[], 0, null, false])
  expect(page.works.map(({ item, fans }) => [item.name, fans])).toEqual([
    ['Space 1', []],
    ['Space 8', []],
  ])
  expect(page.related.every(({ people, others }) => people.length === 0 && others >= 2)).toBe(true)
})

test('a source that is visible to buddies, to no one, or that the operator may not share', async () => {
  const channel = channelsNamed('KEXP')
  const [id] = await world.media.resolve([{ ...channel[0]!, youtube_id: 'UCaaaaaaaaaaaaaaaaaaaaaa' }])
  await world.loves(jonas, 'youtube', channel, { shownTo: 'buddies' })
  expect([(await pageOf(mira, id)).fans.length, await errorCode(pageOf(null, id)), (await pageOf(other, id)).fans.length]).toEqual([
    1,
    'not_found',
    0,
  ])
  world.closedSources.add('youtube')
  expect((await pageOf(mira, id)).fans).toEqual([])
  world.closedSources.delete('youtube')
  await world.loves(jonas, 'youtube', channel, { shownTo: 'only_me' })
  expect((await pageOf(mira, id)).fans).toEqual([])
})

test('privacy settings hide a buddy', async () => {
  await world.privacy.change(jonas, { music: 'only_me' })
  expect(await fansOf(mira)).toEqual(['amara #1'])
  await world.privacy.change(jonas, { music: 'everyone' })
  expect(await fansOf(mira)).toEqual(['amara #1', 'jonas #2'])
})

test('a name that a user typed is visible only where its owner shows it', async () => {
  const [id] = await world.media.resolve(artistsNamed('A typed name'))
  await world.loves(amara, 'lastfm', artistsNamed('A typed name'), { shownTo: 'buddies' })
  expect([(await pageOf(mira, id)).fans.length, await errorCode(pageOf(stranger, id)), (await pageOf(amara, id)).mine?.rank]).toEqual([
    1,
    'not_found',
    1,
  ])
  await world.loves(amara, 'lastfm', artistsNamed('A typed name'))
  expect([(await pageOf(stranger, id)).is_public, await errorCode(pageOf(null, id))]).toEqual([false, 'not_found'])
  await world.connections.block(amara, stranger)
  expect(await errorCode(pageOf(stranger, id))).toBe('not_found')
  await world.connections.unblock(amara, stranger)
  const typedTrack: MediaRow[] = [{ kind: 'track', name: 'A typed track', by: 'Nala Sinephro' }]
  await world.loves(amara, 'lastfm', typedTrack, { shownTo: 'buddies' })
  const worksOf = async (viewer: Uid) => (await pageOf(viewer)).works.map(({ item }) => item.name)
  expect([(await worksOf(mira)).includes('A typed track'), (await worksOf(stranger)).includes('A typed track')]).toEqual([true, false])
})

test('shows the number of people from five on', async () => {
  for (const name of ['one', 'two']) await world.loves(await world.person(name), 'spotify', [nala])
  expect((await pageOf(null)).people).toBe(5)
})

test('a blocked user is neither a fan nor a reason', async () => {
  await world.connections.block(jonas, mira)
  const page = await pageOf(mira)
  expect([page.fans.map(({ person }) => person.user_name), page.works[0]?.fans.map((fan) => fan.user_name)]).toEqual([['amara'], ['amara']])
  expect(JSON.stringify(page)).not.toContain(jonas)
  expect(page.related.map(({ item }) => item.name)).not.toContain('Bonobo')
})

test('saved items are marked, and unknown ids are not found', async () => {
  await world.discover.save(mira, nalaId)
  expect((await pageOf(mira)).is_saved).toBe(true)
  const unknown = '00000000-0000-4000-8000-00000000000f'
  expect([
    await errorCode(pageOf(mira, unknown)),
    await errorCode(pageOf(null, unknown)),
    await world.itemPages.publicItem(unknown),
  ]).toEqual(['not_found', 'not_found', null])
})

test('muted artists and names with a muted word are not related, for this user alone', async () => {
  const relatedOf = async (viewer: Uid | null) => (await pageOf(viewer)).related.map(({ item }) => item.name)
  expect(await relatedOf(other)).toEqual(expect.arrayContaining(['Alice Coltrane', 'Floating Points']))
  const [artist] = await world.media.resolve(artistsNamed('Alice Coltrane'))
  const mutes = [
    await world.mutes.muteItem(other, artist ?? '', null),
    await world.mutes.muteWord(other, { word: 'floating', until: null }),
  ]
  expect(await relatedOf(other)).not.toEqual(expect.arrayContaining(['Alice Coltrane']))
  expect(await relatedOf(other)).not.toEqual(expect.arrayContaining(['Floating Points']))
  expect(await relatedOf(null)).toEqual(expect.arrayContaining(['Alice Coltrane', 'Floating Points']))
  for (const { id } of mutes) await world.mutes.remove(other, id)
})
