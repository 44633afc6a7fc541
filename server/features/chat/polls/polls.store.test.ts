import { expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Poll } from '#contract/chat/polls.ts'
import { chatPersonalData } from '../chat.personal.store.ts'
import { aMessage } from '../chat.test-world.ts'
import { anna, ben, cleo, database, group, setUpGroup, world } from '../groups/groups.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpGroup()

const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms)
const newPoll = (change: object = {}) => {
  return { question: 'Where?', options: ['Park', 'Roof'], takesSeveral: false, closesAt: inMs(60_000), ...change }
}
const aPoll = (actor: Uid, change: object = {}) => world.chat.polls.create(actor, group, newPoll(change))
const votersOf = ({ options }: Poll) => options.map(({ text, voters }) => [text, ...voters.map(({ name }) => name)].join(' '))

test('members vote, change and withdraw their vote, and every member is sent the change', async () => {
  const { id } = await aPoll(anna)
  expect(votersOf(await world.chat.polls.vote(ben, id, [0]))).toEqual(['Park Ben', 'Roof'])
  const frames = world.hub.takeFrames().map(({ uid, event }) => `${uid} ${event}`)
  expect(frames.toSorted()).toEqual([anna, ben, cleo].map((uid) => `${uid} poll_changed`).toSorted())
  world.clock.pass(1)
  await world.chat.polls.vote(cleo, id, [0])
  expect(votersOf(await world.chat.polls.vote(ben, id, [1]))).toEqual(['Park Cleo', 'Roof Ben'])
  expect(votersOf(await world.chat.polls.vote(ben, id, []))).toEqual(['Park Cleo', 'Roof'])
  expect(await errorCode(world.chat.polls.vote(ben, id, [0, 1]))).toBe('invalid_input')
  expect(await errorCode(world.chat.polls.vote(ben, id, [2]))).toBe('invalid_input')
  const several = await aPoll(anna, { takesSeveral: true })
  expect(votersOf(await world.chat.polls.vote(ben, several.id, [0, 1, 1]))).toEqual(['Park Ben', 'Roof Ben'])
})

test('a repeated id returns the first poll, and only to its author', async () => {
  const change = { id: newUuidv7(world.clock.now().getTime()) }
  const first = await aPoll(anna, change)
  expect(first.id).toBe(change.id)
  expect(await aPoll(anna, { ...change, question: 'When?' })).toEqual(first)
  expect(await errorCode(aPoll(ben, change))).toBe('not_found')
})

test('a poll ends at its date, or when its author or an admin closes it', async () => {
  const { id, may_close: mayClose } = await aPoll(ben)
  expect(mayClose).toBe(true)
  expect((await world.chat.polls.get(cleo, id)).may_close).toBe(false)
  expect(await errorCode(world.chat.polls.close(cleo, id))).toBe('forbidden')
  expect((await world.chat.polls.close(anna, id)).closes_at).toBe(world.clock.now().toISOString())
  expect(await errorCode(world.chat.polls.close(ben, id))).toBe('wrong_state')
  expect(await errorCode(world.chat.polls.vote(ben, id, [0]))).toBe('wrong_state')
  const timed = await aPoll(ben)
  await world.chat.polls.vote(cleo, timed.id, [0])
  world.clock.pass(60_000)
  expect(await errorCode(world.chat.polls.vote(ben, timed.id, [0]))).toBe('wrong_state')
  expect(votersOf(await world.chat.polls.get(ben, timed.id))).toEqual(['Park Cleo', 'Roof'])
  expect(await errorCode(aPoll(ben, { closesAt: inMs(0) }))).toBe('invalid_input')
  expect(await errorCode(aPoll(ben, { closesAt: inMs(400 * 24 * 3_600_000) }))).toBe('invalid_input')
})

test('is visible to members of its group only; votes of former members do not count', async () => {
  const eve = await world.stranger('Eve')
  await world.befriend(anna, eve)
  await world.chat.groups.invite(anna, group, [eve])
  const { id } = await aPoll(anna)
  const calls = [world.chat.polls.get(eve, id), world.chat.polls.vote(eve, id, [0]), world.chat.polls.close(eve, id), aPoll(eve)]
  expect(await Promise.all(calls.map(errorCode))).toEqual(calls.map(() => 'not_found'))
  await world.chat.polls.vote(ben, id, [0])
  await world.chat.groups.leave(ben, group)
  expect(votersOf(await world.chat.polls.get(anna, id))).toEqual(['Park', 'Roof'])
  const { chat_id: pairChatId } = await world.chat.open(anna, ben)
  expect(await errorCode(world.chat.polls.create(anna, pairChatId, newPoll()))).toBe('not_found')
})

test('a block hides the polls and the votes of each from the other', async () => {
  const [ofBen, ofAnna] = [await aPoll(ben), await aPoll(anna)]
  await world.block(ben, cleo)
  expect(await errorCode(world.chat.polls.get(cleo, ofBen.id))).toBe('not_found')
  world.hub.takeFrames()
  await world.chat.polls.vote(ben, ofAnna.id, [0])
  expect(world.hub.takeFrames().map(({ uid }) => uid)).not.toContain(cleo)
  expect(votersOf(await world.chat.polls.get(cleo, ofAnna.id))).toEqual(['Park', 'Roof'])
  expect(votersOf(await world.chat.polls.get(anna, ofAnna.id))).toEqual(['Park Ben', 'Roof'])
})

test('a read-only member can vote, but cannot create a poll', async () => {
  const eve = await world.stranger('Eve')
  await world.chat.groups.edit(anna, group, { settings: { needs_approval: false, slow_seconds: 0, read_only_hours: 1 } })
  const { code } = await world.chat.groups.createLink(anna, group, { hours: 1, uses: 1 })
  await world.chat.groups.joinByCode(eve, code)
  const { id } = await aPoll(anna)
  expect(votersOf(await world.chat.polls.vote(eve, id, [1]))).toEqual(['Park', 'Roof Eve'])
  expect(await errorCode(aPoll(eve))).toBe('read_only')
})

test('is deleted with its message, and with the account of its author', async () => {
  const [first, second] = [await aPoll(ben), await aPoll(ben)]
  const referenceItem = [`poll:${first.id}`]
  const { id, seq } = await world.chat.send(ben, group, aMessage(ben, group, { chat_id: group, referenceItem }))
  expect((await world.chat.history(anna, group, {}))[0]?.referenceItem).toEqual(referenceItem)
  // A message of another member that names it removes nothing.
  const copy = await world.chat.send(cleo, group, aMessage(cleo, group, { chat_id: group, referenceItem }))
  await world.chat.remove(cleo, { chat_id: group, id: copy.id, seq: copy.seq })
  expect((await world.chat.polls.get(anna, first.id)).question).toBe('Where?')
  await world.chat.remove(ben, { chat_id: group, id, seq })
  expect(await errorCode(world.chat.polls.get(anna, first.id))).toBe('not_found')
  await world.chat.polls.vote(cleo, second.id, [0])
  const files: string[] = []
  for await (const { path, bytes } of chatPersonalData({
    db: database.db,
    clock: world.clock,
    chat: world.chat,
    events: { publish: () => undefined },
  }).collect(cleo, new Set()))
    files.push(`${path} ${Buffer.from(await bytes()).toString()}`)
  expect(files.find((text) => text.startsWith('groups/polls.json'))).toMatch(/"Park"/)
  await database.query('delete from people where uid = $1', [ben])
  world.clock.pass(60_000)
  expect(await errorCode(world.chat.polls.get(anna, second.id))).toBe('not_found')
})
