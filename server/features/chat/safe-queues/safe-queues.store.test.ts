import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { safeQueue } from '#contract/chat/safe-queues.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { createContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { errorCode } from '#tests/kit/error-code.ts'
import { chatPersonalData } from '../chat.personal.store.ts'
import { aMessage, chatWorld } from '../chat.test-world.ts'
import { createSafeQueues, type NewQueue } from './safe-queues.service.ts'
import { createSafeQueueStore } from './safe-queues.store.ts'

const track = (name: string): MediaRow => ({ kind: 'track', name, by: 'Khruangbin', spotify_id: name.padEnd(22, '0'), bars: ['soul'] })

let database: Database
let world: ReturnType<typeof chatWorld>
let queues: ReturnType<typeof createSafeQueues>
let mutes: ReturnType<typeof createContentMutes>
/** The items that are safe in the group. */
let safe: string[]
let choices: number
beforeAll(async () => {
  database = await testDatabase()
  world = chatWorld(database.db)
  const media = createMedia({ db: database.db, clock: world.clock, newId: randomUUID })
  mutes = createContentMutes({
    db: database.db,
    clock: world.clock,
    newId: randomUUID,
    media,
    hub: { send: () => undefined },
    events: { publish: () => undefined },
  })
  queues = createSafeQueues({
    clock: world.clock,
    store: createSafeQueueStore(database.db),
    media,
    mutedAmong: mutes.mutedAmong,
    membersOf: world.chat.membersOf,
    withoutHiddenAuthors: world.chat.withoutHiddenAuthors,
    // The real selection has its own tests.
    choose: async (viewer, chatId) => {
      choices++
      await world.chat.groups.getForMember(viewer, chatId)
      const ids = (await media.resolve(safe.map(track))).filter((id) => id !== null)
      const items = await media.items(ids)
      return { fits: 2, members: 3, items: ids.flatMap((id) => items.get(id) ?? []), moods: [] }
    },
  })
})
afterAll(() => database.close())

let anna: Uid
let ben: Uid
let cleo: Uid
let group: string
beforeEach(async () => {
  ;[anna, ben, cleo] = await world.buddies('Anna', 'Ben', 'Cleo')
  world.clock.pass(3_600_000)
  group = await world.aGroup(anna, [ben, cleo])
  safe = ['One', 'Two', 'Three']
  choices = 0
})

const newQueue = (change: Partial<NewQueue> = {}): NewQueue => ({
  id: newUuidv7(Date.now()),
  name: 'Dinner',
  minutes: 30,
  kind: 'all',
  ...change,
})
const aQueue = (actor: Uid, change: Partial<NewQueue> = {}) => queues.create(actor, group, newQueue(change))

test('a queue keeps its items in order, and a repeated id creates no second queue', async () => {
  safe = ['One', 'Two']
  const created = newQueue()
  const made = safeQueue.parse(await queues.create(anna, group, created))
  expect([made.name, made.fits, made.members, made.items.map(({ name }) => name)]).toEqual(['Dinner', 2, 3, ['One', 'Two']])
  safe = ['Three', 'Two']
  expect(await queues.create(anna, group, { ...created, name: 'Other' })).toEqual(made)
  expect(await queues.get(ben, made.id)).toEqual(made)
  expect(await errorCode(queues.create(ben, group, created))).toBe('not_found')
})

test('too few items make no queue, and a user can create 60 per hour', async () => {
  safe = ['One']
  expect(await errorCode(aQueue(anna))).toBe('wrong_state')
  safe = ['One', 'Two']
  for (let made = 0; made < 60; made++) await aQueue(cleo)
  expect(await errorCode(aQueue(cleo))).toBe('rate_limited')
})

test('is for members of its group, and a block hides it like the messages of its author', async () => {
  const eve = await world.stranger('Eve')
  await world.befriend(anna, eve)
  await world.chat.groups.invite(anna, group, [eve])
  const { id } = await aQueue(ben)
  expect(await errorCode(aQueue(eve))).toBe('not_found')
  expect(await errorCode(queues.get(eve, id))).toBe('not_found')
  const { chat_id: pairChatId } = await world.chat.open(anna, ben)
  expect(await errorCode(queues.create(anna, pairChatId, newQueue()))).toBe('not_found')
  await world.block(ben, cleo)
  expect(await errorCode(queues.get(cleo, id))).toBe('not_found')
  await world.chat.groups.leave(anna, group)
  expect(await errorCode(queues.get(anna, id))).toBe('not_found')
})

test('muted items are left out only for the viewer who muted them', async () => {
  const made = await aQueue(anna)
  await mutes.muteWord(ben, { word: 'two', until: null })
  const { items, muted_items: muted } = await queues.get(ben, made.id)
  expect([items.map(({ name }) => name), muted]).toEqual([['One', 'Three'], 1])
  expect(await queues.get(cleo, made.id)).toEqual(made)
  expect([made.items.length, made.muted_items]).toEqual([3, 0])
})

test('a read-only member cannot make a queue, and no items are chosen for them', async () => {
  const eve = await world.stranger('Eve')
  await world.chat.groups.edit(anna, group, { settings: { needs_approval: false, slow_seconds: 0, read_only_hours: 1 } })
  const { code } = await world.chat.groups.createLink(anna, group, { hours: 1, uses: 1 })
  await world.chat.groups.joinByCode(eve, code)
  expect([await errorCode(aQueue(eve)), choices]).toEqual(['read_only', 0])
})

test('is deleted with its message, and with the account of its author; its items are deleted with those of the catalog', async () => {
  const [first, second] = [await aQueue(ben), await aQueue(ben)]
  const referenceItem = [`queue:${first.id}`]
  const { id, seq } = await world.chat.send(ben, group, aMessage(ben, group, { chat_id: group, referenceItem }))
  expect((await world.chat.history(anna, group, {}))[0]?.referenceItem).toEqual(referenceItem)
  expect(
    await errorCode(world.chat.send(ben, group, aMessage(ben, group, { referenceItem: [...referenceItem, `queue:${second.id}`] }))),
  ).toBe('invalid_input')
  // A message of another member that names it removes nothing.
  const copy = await world.chat.send(cleo, group, aMessage(cleo, group, { chat_id: group, referenceItem }))
  await world.chat.remove(cleo, { chat_id: group, id: copy.id, seq: copy.seq })
  expect((await queues.get(anna, first.id)).name).toBe('Dinner')
  await world.chat.remove(ben, { chat_id: group, id, seq })
  expect(await errorCode(queues.get(anna, first.id))).toBe('not_found')
  await database.query('delete from items where id = $1', [second.items[0]?.id])
  expect((await queues.get(anna, second.id)).items.map(({ name }) => name)).toEqual(['Two', 'Three'])
  const { collect } = chatPersonalData({ db: database.db, clock: world.clock, chat: world.chat, events: { publish: () => undefined } })
  const files: string[] = []
  for await (const { path, bytes } of collect(ben, new Set())) files.push(`${path} ${Buffer.from(await bytes()).toString()}`)
  expect(files.find((text) => text.startsWith('groups/safe queues.json'))).toMatch(/"Dinner".*"Two".*"Three"/s)
  await database.query('delete from people where uid = $1', [ben])
  expect(await errorCode(queues.get(anna, second.id))).toBe('not_found')
})

test('a report about a message contains the content of its card, unless the text already has it', async () => {
  const { id } = await aQueue(ben, { name: 'Rude name' })
  const poll = await world.chat.polls.create(ben, group, {
    question: 'Rude question',
    options: ['Yes', 'Hello'],
    takesSeveral: false,
    closesAt: new Date(world.clock.now().getTime() + 60_000),
  })
  const message = (content: string) => aMessage(ben, group, { chat_id: group, content, referenceItem: [`queue:${id}`, `poll:${poll.id}`] })
  const [hidden, readable] = [
    await world.chat.send(ben, group, message('Hello')),
    await world.chat.send(ben, group, message('A Rude name')),
  ]
  expect(await world.chat.evidence(anna, hidden.id)).toMatchObject({ author: ben, text: 'Hello\nRude question\nYes\nRude name' })
  expect(await world.chat.evidence(anna, readable.id)).toMatchObject({ text: 'A Rude name\nRude question\nYes\nHello' })
})

test('the latest messages of a chat are counted by member', async () => {
  for (const by of [anna, ben, ben]) await world.chat.send(by, group, aMessage(by, group, { chat_id: group }))
  expect(await createSafeQueueStore(database.db).countMessages(group, [ben, cleo])).toEqual(new Map([[ben, 2]]))
})
