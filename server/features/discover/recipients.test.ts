import { beforeAll, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { recipient } from '#contract/taste/discover.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import { artistsNamed, ownArtists, setUpTaste, world } from '#server/features/taste/taste.test-world.ts'
import { createRecipients } from './recipients.ts'

const archangel: MediaRow = { kind: 'track', name: 'Archangel', by: 'Burial', youtube_id: 'aaaaaaaaaa1' }
const common = artistsNamed('Mulatu Astatke', 'Khruangbin', 'Bonobo', 'Floating Points', 'Four Tet', 'Sampha')

setUpTaste()
let recipients: ReturnType<typeof createRecipients>
let mira: Uid, kai: Uid, itemId: string

beforeAll(async () => {
  const people: Record<string, Uid> = {}
  for (const name of ['mira', 'jonas', 'amara', 'lena', 'kai', 'far', 'stranger']) people[name] = await world.person(name)
  const uid = (name: string): Uid => people[name]!
  ;[mira, kai] = [uid('mira'), uid('kai')]
  for (const name of ['kai', 'far', 'lena', 'amara', 'jonas']) await world.befriend(mira, uid(name))
  await world.loves(mira, 'spotify', [...common, archangel])
  await world.loves(uid('jonas'), 'spotify', artistsNamed('Burial', 'Kode9', 'Actress', 'Zomby', 'Rustie', 'Ikonika'))
  // Amara's taste equals the taste of a stranger who loves the track.
  await world.loves(uid('amara'), 'spotify', ownArtists('close', 8))
  await world.loves(uid('stranger'), 'spotify', [...ownArtists('close', 8), archangel])
  await world.loves(uid('lena'), 'spotify', ownArtists('lena', 8))
  await world.loves(uid('far'), 'spotify', [archangel, ...ownArtists('far', 6)])
  await world.loves(kai, 'spotify', [...artistsNamed('Burial'), ...ownArtists('kai', 6)], { shownTo: 'only_me' })
  ;[itemId = ''] = await world.media.resolve([archangel])
  recipients = createRecipients({
    index: world.live.index,
    media: world.media,
    people: { ...world.connections, cards: (uids) => world.profiles.cards(uids) },
  })
})

const order = async (query: Parameters<typeof recipients>[1]) =>
  (await recipients(mira, query)).map((entry) => recipient.parse(entry)).map(({ person, reason }) => `${person.user_name}: ${reason.kind}`)

test('orders buddies by how much they would love an item, each with the reason; those who have it come last', async () => {
  const people = await order({ item_id: itemId })
  expect([people[0], people[1], people.at(-1)]).toEqual(['jonas: creator', 'amara: listeners', 'far: has'])
})

test('finds the item of a link', async () => {
  expect(await order({ link: 'https://youtu.be/aaaaaaaaaa1' })).toEqual(await order({ item_id: itemId }))
})

test('a private library is not used as a reason', async () => {
  expect((await order({ item_id: itemId })).find((line) => line.startsWith('kai'))).toMatch(/^kai: (match|none)$/)
})

test('without a known item, buddies are ordered by match', async () => {
  const percents = (await recipients(mira, { link: 'https://youtu.be/zzzzzzzzzzz' })).map(({ reason }) => reason.percent ?? 0)
  expect(percents).toEqual(percents.toSorted((a, b) => b - a))
})

test('a block removes the buddy from the list', async () => {
  await world.connections.block(kai, mira)
  expect((await order({ item_id: itemId })).some((line) => line.startsWith('kai'))).toBe(false)
})
