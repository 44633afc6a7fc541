import { beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { MomentComment } from '#contract/moments.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { anna, ben, cleo, comments, setUpMoments, world } from './moments.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpMoments()
let ofBen: string
beforeEach(async () => {
  ofBen = (await world.post(ben, 'talk to me')).id
  world.takeEvents()
})

const addComment = async (who: Uid, text: string, id = ofBen): Promise<MomentComment> => {
  world.clock.pass(1_000)
  return comments.post(who, id, { text })
}
const texts = async (viewer: Uid, id = ofBen) => (await comments.list(viewer, id, {})).comments.map(({ text }) => text)

test('lists comments oldest first, counts them, and notifies the author of the moment', async () => {
  const first = await addComment(anna, ' first ')
  expect(first).toMatchObject({ text: 'first', mine: true, can_delete: true, author: { uid: anna } })
  await addComment(ben, 'answer')
  expect((await comments.list(ben, ofBen, {})).comments).toEqual([
    { ...first, mine: false },
    expect.objectContaining({ text: 'answer', mine: true }),
  ])
  expect((await world.moments.get(cleo, ofBen)).comments).toBe(2)
  expect(world.takeEvents()).toEqual([{ kind: 'moment.commented', by: anna, author: ben, momentId: ofBen, commentId: first.id }])
})

test('pages neither repeat nor skip comments while new ones arrive', async () => {
  for (let index = 0; index < 7; index++) await addComment(anna, `${index}`)
  const read: string[] = []
  let cursor: string | null | undefined
  do {
    const page: { comments: MomentComment[]; next: string | null } = await comments.list(ben, ofBen, {
      limit: 3,
      ...(cursor ? { cursor } : {}),
    })
    read.push(...page.comments.map(({ text }) => text))
    cursor = page.next
    if (read.length === 3) await addComment(ben, 'late')
  } while (cursor)
  expect(read).toEqual(['0', '1', '2', '3', '4', '5', '6', 'late'])
})

test('a repeated id returns the existing comment, but never one of another user', async () => {
  const id = newUuidv7(world.clock.now().getTime())
  const first = await comments.post(anna, ofBen, { id, text: 'once' })
  expect(await comments.post(anna, ofBen, { id, text: 'again' })).toEqual(first)
  expect(await errorCode(comments.post(cleo, ofBen, { id, text: 'mine' }))).toBe('not_found')
  expect(await texts(ben)).toEqual(['once'])
})

test('rejects blank comments, and comments on invisible moments', async () => {
  const forBuddies = (await world.post(ben, 'for buddies', 'buddies')).id
  expect(
    await Promise.all([
      errorCode(addComment(anna, ' \n')),
      errorCode(addComment(anna, '\u3164')),
      errorCode(addComment(cleo, 'me too', forBuddies)),
      errorCode(comments.list(cleo, forBuddies, {})),
    ]),
  ).toEqual(['blank_content', 'blank_content', 'not_found', 'not_found'])
})

test('A46: a block hides comments from both and from the count', async () => {
  await addComment(anna, 'from anna')
  await addComment(cleo, 'from cleo')
  await world.connections.block(cleo, anna)
  expect([await texts(anna), await texts(cleo), await texts(ben)]).toEqual([['from anna'], ['from cleo'], ['from anna', 'from cleo']])
  expect([(await world.moments.get(anna, ofBen)).comments, (await world.moments.get(ben, ofBen)).comments]).toEqual([1, 2])
})

test('leaves out comments of muted people', async () => {
  await addComment(cleo, 'noise')
  await world.connections.mute(anna, cleo)
  expect([await texts(anna), await texts(ben)]).toEqual([[], ['noise']])
})

test('only the author of a comment or of its moment can delete it', async () => {
  const [first, second] = [await addComment(anna, 'one'), await addComment(cleo, 'two')]
  const other = (await world.post(cleo, 'elsewhere')).id
  expect(await errorCode(comments.remove(anna, ofBen, second.id))).toBe('not_found')
  expect(await errorCode(comments.remove(cleo, other, first.id))).toBe('not_found')
  await comments.remove(anna, ofBen, first.id)
  await comments.remove(ben, ofBen, second.id)
  expect(await errorCode(comments.remove(ben, ofBen, second.id))).toBe('not_found')
  expect(await texts(ben)).toEqual([])
  expect(world.takeEvents().filter(({ kind }) => kind === 'content.removed')).toEqual([
    { kind: 'content.removed', of: 'comment', id: first.id },
    { kind: 'content.removed', of: 'comment', id: second.id },
  ])
})

test('moderation reads what the reporter can see, and hides it from everyone', async () => {
  const bad = await addComment(cleo, 'bad words')
  const { evidence, hide } = world.moderation.comments
  expect(await evidence(anna, bad.id)).toEqual({ author: cleo, text: 'bad words', pictures: [] })
  await world.connections.block(cleo, anna)
  expect(await evidence(anna, bad.id)).toBeNull()
  await hide(bad.id)
  expect([await texts(cleo), await evidence(ben, bad.id), (await world.moments.get(ben, ofBen)).comments]).toEqual([[], null, 0])
})

test('allows sixty comments in ten minutes and rejects the next one', async () => {
  world.clock.pass(10 * 60_000)
  for (let index = 0; index < 60; index++) await comments.post(cleo, ofBen, { text: `${index}` })
  expect(await errorCode(comments.post(cleo, ofBen, { text: 'too much' }))).toBe('rate_limited')
  world.clock.pass(10 * 60_000)
})

test('notifies open feeds of new and deleted comments, except people with a block between them and the author', async () => {
  const dora = await world.person('dora')
  await world.befriend(ben, dora)
  await world.connections.block(dora, anna)
  world.hub.takeFrames()
  const byUid = (a: { uid: Uid }, b: { uid: Uid }) => a.uid.localeCompare(b.uid)
  const sent = () => world.hub.takeFrames().toSorted(byUid)
  const news = (comment: string, ...uids: Uid[]) =>
    uids.map((uid) => ({ uid, event: 'moment_comments', data: { id: ofBen, comment } })).toSorted(byUid)
  const { id } = await addComment(anna, 'hello')
  expect(sent()).toEqual(news(id, ben, anna))
  // A retry after a lost response notifies nobody again.
  await comments.post(anna, ofBen, { id, text: 'hello' })
  expect(sent()).toEqual([])
  const byCleo = await addComment(cleo, 'from further away')
  expect(sent()).toEqual(news(byCleo.id, ben, anna, dora, cleo))
  await world.moderation.comments.hide(byCleo.id)
  expect(sent()).toEqual(news(byCleo.id, ben, anna, dora, cleo))
  await comments.remove(ben, ofBen, id)
  expect(sent()).toEqual(news(id, ben, anna))
})
