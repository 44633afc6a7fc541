import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { createPlayedItems, playedItemsPersonalData } from '#server/features/media/played-items.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aMessage, chatWorld } from '../chat.test-world.ts'
import { createShelf, type PlayedTogether } from './shelf.service.ts'
import { errorCode } from '#tests/kit/error-code.ts'

const TRACK = '1'.repeat(22)
const track = `https://open.spotify.com/track/${TRACK}`
const VIDEO = 'a'.repeat(11)
const video = `https://www.youtube.com/watch?v=${VIDEO}`

let database: Database
let world: ReturnType<typeof chatWorld>
let recaps: PlayedTogether[]
let momentLinks: Map<string, LinkRecord>
let shelf: ReturnType<typeof createShelf>
/** The number of rows of each query of the shelf. */
let shelfReads: number[]
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  world = chatWorld(db)
  const media = createMedia({ db, clock: world.clock, newId: randomUUID })
  await media.resolve([{ kind: 'track', name: 'Gorilla', by: 'Little Simz', spotify_id: TRACK, youtube_id: null }])
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      shelfReads.push(result.rows.length)
      return result
    },
  })
  shelf = createShelf({
    db: counting,
    assertVisible: world.chat.get,
    withoutHiddenAuthors: world.chat.withoutHiddenAuthors,
    cards: world.profiles.cards,
    momentLinks: async () => momentLinks,
    recaps: async () => recaps,
    itemsOfLinks: media.itemsOfLinks,
    textsOfLinks: async (links) => links.map(({ id }) => (id === VIDEO ? 'Vídeo of the year' : '')),
    playedOf: createPlayedItems(db).playedOf,
  })
})
afterAll(() => database.close())

let anna: Uid
let ben: Uid
let chatId: string
beforeEach(async () => {
  recaps = []
  shelfReads = []
  momentLinks = new Map()
  anna = await world.stranger('Anna')
  ben = await world.stranger('Ben')
  await world.befriend(anna, ben)
  chatId = (await world.chat.open(anna, ben)).chat_id
})

async function sendText(from: Uid, content: string, change = {}) {
  world.clock.pass(60_000)
  const message = aMessage(from, from === anna ? ben : anna, { content, ...change })
  const { seq } = await world.chat.send(from, message.to, message)
  return { id: message.id, chat_id: chatId, seq }
}
const rows = async (query = {}) =>
  (await shelf.get(anna, chatId, query)).items.map(
    ({ link, by, via, seq, times }) => `${link.id?.slice(0, 1)} ${by?.name ?? '-'} ${via} ${seq} ${times}`,
  )

test('lists an item once, with who shared it last and how often, and leaves out messages without one', async () => {
  await sendText(anna, `Listen! ${track}`)
  await sendText(ben, 'Just text')
  await sendText(ben, video)
  await sendText(ben, 'Again', { type: 'spotify track', referenceItem: [TRACK] })
  const { items, total, next } = await shelf.get(anna, chatId, {})
  expect([total, next]).toEqual([2, null])
  expect(items[0]).toMatchObject({ item: { name: 'Gorilla' }, by: { name: 'Ben' }, seq: 4, times: 2, is_played: false })
  expect(await rows()).toEqual(['1 Ben message 4 2', 'a Ben message 3 1'])
})

test('an item is removed with its deleted message, and an edited message counts with its current text', async () => {
  const first = await sendText(anna, track)
  const second = await sendText(anna, video)
  await world.chat.remove(anna, first)
  expect(await rows()).toEqual(['a Anna message 2 1'])
  await world.chat.edit(anna, second, 'Never mind')
  expect(await rows()).toEqual([])
})

test('moments add the link that the viewer may see, and sessions add the items that they played', async () => {
  const moment = randomUUID()
  world.moments.set(moment, new Set([anna, ben]))
  await sendText(ben, 'Look', { referenceItem: [`moment:${moment}`] })
  expect(await rows()).toEqual([])
  const link = recognizeLink(video)
  if (link) momentLinks.set(moment, link)
  const items = [{ side: 'sound' as const, title: 'Gorilla', by: 'Little Simz', spotify_id: TRACK, youtube_id: null }]
  recaps = [{ startedAt: world.clock.now(), items }]
  expect((await rows()).toSorted()).toEqual(['1 - together null 1', 'a Ben moment 1 1'])
})

test('finds items by name, card, text and person, without accents, and pages through them', async () => {
  await sendText(anna, `on repeat ${track}`)
  await sendText(ben, video)
  expect(await rows({ q: 'gorilla simz' })).toEqual(['1 Anna message 1 1'])
  expect(await rows({ q: 'video of' })).toEqual(['a Ben message 2 1'])
  expect(await rows({ q: 'repeat' })).toEqual(['1 Anna message 1 1'])
  expect(await rows({ q: 'BEN' })).toEqual(['a Ben message 2 1'])
  expect(await rows({ q: 'nothing' })).toEqual([])
  const first = await shelf.get(anna, chatId, { limit: 1 })
  await sendText(ben, 'https://www.youtube.com/watch?v=bbbbbbbbbbb')
  expect(await rows({ limit: 1, cursor: first.next })).toEqual(['1 Anna message 1 1'])
  expect(await errorCode(shelf.get(anna, chatId, { cursor: 'x' }))).toBe('invalid_input')
})

test('reads what a buddy sent in a period with one query for all conversations, and no other messages', async () => {
  const carl = await world.stranger('Carl')
  await world.befriend(anna, carl)
  const group = await world.aGroup(anna, [ben, carl])
  const shareInGroup = (from: Uid) => world.chat.send(from, group, aMessage(from, group, { content: track, chat_id: group }))
  await sendText(ben, track)
  await shareInGroup(ben)
  world.clock.pass(60_000)
  const since = world.clock.now()
  await sendText(ben, track)
  await sendText(anna, track)
  await shareInGroup(ben)
  await shareInGroup(carl)
  world.clock.pass(60_000)
  const until = world.clock.now()
  await sendText(ben, track)
  shelfReads = []
  const shared = await shelf.sharedWith(anna, [ben], { since, until })
  expect(shared.map((share) => `${share.by} ${share.chatId}`).toSorted()).toEqual([chatId, group].map((id) => `${ben} ${id}`).toSorted())
  expect(shelfReads).toEqual([2])
  expect(await shelf.sharedWith(anna, [ben], { since })).toHaveLength(3)
  await world.block(ben, anna)
  expect(await shelf.sharedWith(anna, [ben], { since })).toEqual([])
})

test('only the viewer’s own plays count, which are exported, and deleted with the account', async () => {
  const { db } = database
  await sendText(anna, track)
  await createPlayedItems(db).mark(ben, 'spotify', TRACK, world.clock.now())
  const isPlayed = async (viewer: Uid) => (await shelf.get(viewer, chatId, {})).items[0]?.is_played
  expect([await isPlayed(anna), await isPlayed(ben)]).toEqual([false, true])
  const data = playedItemsPersonalData(db)
  const files = async (uid: Uid) => {
    const paths: string[] = []
    for await (const { path } of data.collect(uid, new Set())) paths.push(path)
    return paths
  }
  expect([await files(anna), await files(ben)]).toEqual([[], ['played.json']])
  await data.eraseRows?.(db, ben)
  expect([await isPlayed(ben), await files(ben)]).toEqual([false, []])
})

test('strangers, and members with a block between them, get the same answer as for an unknown conversation', async () => {
  await sendText(anna, track)
  const eve = await world.stranger('Eve')
  expect(await errorCode(shelf.get(eve, chatId, {}))).toBe('not_found')
  await world.connections.block(ben, anna)
  expect(await errorCode(shelf.get(anna, chatId, {}))).toBe('not_found')
})
