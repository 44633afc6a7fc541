import { describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { momentsPersonalData } from './moments.personal.store.ts'
import { anna, ben, cleo, comments, moments, post, setUpMoments, world } from './moments.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpMoments()

const nameOf = async (uid: Uid) => (await world.profiles.cards([uid])).get(uid)?.user_name ?? ''
const quotedText = async (viewer: Uid, id: string) => {
  const { quoted } = await moments.get(viewer, id)
  return quoted === undefined ? 'quotes nothing' : (quoted?.text ?? 'not available')
}

describe('quotes and reposts', () => {
  test('a quote shows its original only to users who may see it', async () => {
    const original = await post(anna, 'for buddies', 'buddies')
    const quote = await post(ben, 'look at this', 'everyone', { quote_of: original.id })
    expect(await quotedText(ben, quote.id)).toBe('for buddies')
    expect(await quotedText(anna, quote.id)).toBe('for buddies')
    expect(await quotedText(cleo, quote.id)).toBe('not available')
    expect((await moments.get(cleo, quote.id)).text).toBe('look at this')
  })

  test('only visible moments can be quoted', async () => {
    const secret = await post(anna, 'mine', 'only_me')
    const forBuddies = await post(anna, 'ours', 'buddies')
    expect(await errorCode(post(ben, 'x', 'everyone', { quote_of: secret.id }))).toBe('not_found')
    expect(await errorCode(post(cleo, 'x', 'everyone', { quote_of: forBuddies.id }))).toBe('not_found')
    expect(await errorCode(post(cleo, 'x', 'everyone', { quote_of: '00000000-0000-4000-8000-00000000000f' }))).toBe('not_found')
  })

  test('a repost has no text, exists once, and a quote of it quotes its original', async () => {
    const original = await post(anna, 'a good song')
    const repost = await post(ben, '', 'everyone', { quote_of: original.id })
    expect((await post(ben, '', 'everyone', { quote_of: original.id })).id).toBe(repost.id)
    const second = await post(cleo, 'indeed', 'everyone', { quote_of: repost.id })
    expect(await quotedText(anna, second.id)).toBe('a good song')
    expect(await errorCode(post(ben, '', 'everyone'))).toBe('blank_content')
  })

  test('after a deletion, a narrower audience or a block, the original is not available', async () => {
    const deleted = await post(anna, 'soon gone')
    const narrowed = await post(anna, 'soon for buddies')
    const blocked = await post(anna, 'still there')
    const [first, second, third] = [
      await post(cleo, '1', 'everyone', { quote_of: deleted.id }),
      await post(cleo, '2', 'everyone', { quote_of: narrowed.id }),
      await post(ben, '3', 'everyone', { quote_of: blocked.id }),
    ]
    await moments.remove(anna, deleted.id)
    await moments.edit(anna, narrowed.id, { audience: 'buddies' })
    expect([await quotedText(cleo, first.id), await quotedText(cleo, second.id)]).toEqual(['not available', 'not available'])
    expect(await quotedText(cleo, third.id)).toBe('still there')
    await world.connections.block(anna, cleo)
    expect(await quotedText(cleo, third.id)).toBe('not available')
    expect(await quotedText(ben, third.id)).toBe('still there')
  })

  test('the author of the original is notified if they may see the quote', async () => {
    const original = await post(anna, 'a good song')
    world.takeEvents()
    const quote = await post(ben, 'yes', 'everyone', { quote_of: original.id })
    expect(world.takeEvents()).toEqual([{ kind: 'moment.quoted', by: ben, author: anna, momentId: quote.id }])
    await post(cleo, 'for my buddies', 'buddies', { quote_of: original.id })
    await post(anna, 'myself', 'everyone', { quote_of: original.id })
    expect(world.takeEvents()).toEqual([])
  })
})

describe('mentions', () => {
  test('a mention is a link for those who see the user, and notifies those who may see the moment', async () => {
    const text = `with @${await nameOf(ben)} and @${await nameOf(cleo)}, not @nobody.here`
    world.takeEvents()
    const moment = await post(anna, text, 'buddies')
    expect(world.takeEvents()).toEqual([{ kind: 'person.mentioned', by: anna, to: ben, momentId: moment.id, commentId: null }])
    expect(moment.mentions?.map(({ uid }) => uid)).toEqual([ben, cleo])
    await world.connections.block(ben, cleo)
    expect((await moments.get(ben, moment.id)).mentions?.map(({ uid }) => uid)).toEqual([ben])
  })

  test('neither a blocked user nor the author is notified', async () => {
    await world.connections.block(cleo, anna)
    world.takeEvents()
    await post(anna, `@${await nameOf(cleo)} @${await nameOf(anna)}`)
    expect(world.takeEvents()).toEqual([])
  })

  test('in a comment, the author of the moment gets one notification', async () => {
    const moment = await post(anna, 'a song')
    world.takeEvents()
    const comment = await comments.post(ben, moment.id, { text: `@${await nameOf(anna)} @${await nameOf(cleo)} listen` })
    expect(world.takeEvents()).toEqual([
      { kind: 'moment.commented', by: ben, author: anna, momentId: moment.id, commentId: comment.id },
      { kind: 'person.mentioned', by: ben, to: cleo, momentId: moment.id, commentId: comment.id },
    ])
  })
})

describe('comments', () => {
  test('a reply refers to the comment it answers, and notifies its author once', async () => {
    const moment = await post(anna, 'a song')
    const first = await comments.post(ben, moment.id, { text: 'first' })
    world.takeEvents()
    const reply = await comments.post(cleo, moment.id, { text: 'to that', reply_to: first.id })
    expect(reply.reply_to).toEqual({ id: first.id, author: first.author })
    expect(world.takeEvents().map(({ kind }) => kind)).toEqual(['comment.replied', 'moment.commented'])
    await comments.post(cleo, moment.id, { text: 'to Anna', reply_to: (await comments.post(anna, moment.id, { text: 'hi' })).id })
    expect(world.takeEvents().map(({ kind }) => kind)).toEqual(['comment.replied'])
    await comments.remove(ben, moment.id, first.id)
    expect((await comments.list(anna, moment.id, {})).comments.find(({ text }) => text === 'to that')?.reply_to).toBeNull()
  })

  test('a reply needs a comment of the same moment by an author whom the viewer sees', async () => {
    const [moment, other] = [await post(anna, 'a song'), await post(anna, 'another')]
    const elsewhere = await comments.post(ben, other.id, { text: 'elsewhere' })
    const hidden = await comments.post(ben, moment.id, { text: 'hidden' })
    await world.connections.block(ben, cleo)
    for (const replyTo of [elsewhere.id, hidden.id])
      expect(await errorCode(comments.post(cleo, moment.id, { text: 'x', reply_to: replyTo }))).toBe('not_found')
    expect(await errorCode(comments.like(cleo, moment.id, hidden.id, true))).toBe('not_found')
  })

  test('likes of a comment are counted without users hidden by a block', async () => {
    const moment = await post(anna, 'a song')
    const { id } = await comments.post(anna, moment.id, { text: 'mine' })
    world.takeEvents()
    await comments.like(cleo, moment.id, id, true)
    const liked = await comments.like(cleo, moment.id, id, true)
    expect([liked.likes, liked.liked]).toEqual([1, true])
    expect(world.takeEvents()).toEqual([{ kind: 'comment.liked', by: cleo, author: anna, momentId: moment.id, commentId: id }])
    await world.connections.block(ben, cleo)
    expect((await comments.list(ben, moment.id, {})).comments.map(({ likes }) => likes)).toEqual([0])
    expect((await comments.list(anna, moment.id, {})).comments.map(({ likes, liked: mine }) => [likes, mine])).toEqual([[1, false]])
    expect((await comments.like(cleo, moment.id, id, false)).likes).toBe(0)
  })
})

describe('bookmarks', () => {
  test('are private, listed with the latest first, and disappear with the permission to see the moment', async () => {
    const [first, second] = [await post(anna, 'one', 'buddies'), await post(cleo, 'two')]
    await moments.bookmark(ben, first.id)
    world.clock.pass(1_000)
    await moments.bookmark(ben, second.id)
    await moments.bookmark(ben, second.id)
    const saved = async () => (await moments.feed(ben, { tab: 'bookmarks' })).moments.map(({ text }) => text)
    expect(await saved()).toEqual(['two', 'one'])
    expect((await moments.get(ben, first.id)).bookmarked).toBe(true)
    expect((await moments.get(anna, first.id)).bookmarked).toBeUndefined()
    expect((await moments.feed(anna, { tab: 'bookmarks' })).moments).toEqual([])
    const page = await moments.feed(ben, { tab: 'bookmarks', limit: 1 })
    const rest = await moments.feed(ben, { tab: 'bookmarks', limit: 1, cursor: page.next ?? '' })
    expect([...page.moments, ...rest.moments].map(({ text }) => text)).toEqual(['two', 'one'])
    await moments.edit(anna, first.id, { audience: 'only_me' })
    expect(await saved()).toEqual(['two'])
    await world.connections.block(cleo, ben)
    expect(await saved()).toEqual([])
    await moments.removeBookmark(ben, first.id)
    expect(await errorCode(moments.bookmark(cleo, first.id))).toBe('not_found')
  })
})

describe('drafts', () => {
  test('are the same on all devices of one user, and are deleted by an empty text', async () => {
    expect(await moments.drafts.get(anna)).toEqual({ text: '', audience: 'everyone', saved_at: null })
    const saved = await moments.drafts.save(anna, { text: 'half a thought', audience: 'buddies' })
    expect(saved).toEqual({ text: 'half a thought', audience: 'buddies', saved_at: world.clock.now().toISOString() })
    expect(await moments.drafts.get(anna)).toEqual(saved)
    expect((await moments.drafts.get(ben)).text).toBe('')
    await moments.drafts.save(anna, { text: '', audience: 'buddies' })
    expect((await moments.drafts.get(anna)).saved_at).toBeNull()
  })
})

test('the export has quotes, replies, bookmarks and likes of comments', async () => {
  const moment = await post(anna, 'a song')
  await post(ben, 'quoting', 'everyone', { quote_of: moment.id })
  const comment = await comments.post(anna, moment.id, { text: 'mine' })
  await comments.post(ben, moment.id, { text: 'reply', reply_to: comment.id })
  await comments.like(ben, moment.id, comment.id, true)
  await moments.bookmark(ben, moment.id)
  await moments.drafts.save(ben, { text: 'half a thought', audience: 'everyone' })
  const files = new Map<string, string>()
  for await (const { path, bytes } of momentsPersonalData(world.database.db).collect(ben, new Set()))
    files.set(path, Buffer.from(await bytes()).toString())
  expect(files.get('moments.json')).toContain(moment.id)
  expect(files.get('comments.json')).toContain(comment.id)
  expect(files.get('moment-draft.json')).toContain('half a thought')
  expect(files.get('bookmarks.json')).toContain(moment.id)
  expect(files.get('comment-likes.json')).toContain(moment.id)
})
