import { describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { Moment } from '#contract/moments.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { createMomentStore } from './moments.store.ts'
import { anna, ben, cleo, moments, post, setUpMoments, world } from './moments.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpMoments()

const unknown = '00000000-0000-4000-8000-00000000000f'
const texts = (page: { moments: Moment[] }) => page.moments.map((moment) => moment.text)

test('buddies’ links since a time match the feed, also beyond its first page', async () => {
  const hour = 3_600_000
  const start = world.clock.now()
  const link = (number: number) => `https://youtu.be/dQw4w9Wg${String(number).padStart(3, '0')}`
  await post(ben, link(0))
  world.clock.pass(hour)
  const since = world.clock.now()
  const shared = []
  for (let index = 1; index <= 3; index++) shared.unshift(await post(ben, link(index)))
  await post(ben, 'no link')
  await post(ben, link(4), 'only_me')
  const linksFor = async (viewer: Uid, from: Date) => (await moments.linksOf(viewer, [ben, cleo], from)).map(({ id }) => id)
  expect(await linksFor(anna, since)).toEqual(shared.map(({ id }) => id))
  expect((await linksFor(anna, start)).length).toBe(4)
  await moments.hide(anna, shared[0]!.id)
  expect(await linksFor(anna, since)).toEqual(shared.slice(1).map(({ id }) => id))
  await world.connections.block(ben, anna)
  expect(await linksFor(anna, since)).toEqual([])
})

describe('post', () => {
  test('stores the text and its first platform link, and returns the moment as in the feed', async () => {
    const mine = await post(anna, ' see https://example.org and https://youtu.be/dQw4w9WgXcQ! ')
    expect(mine).toEqual({
      id: mine.id,
      author: (await world.profiles.cards([anna])).get(anna),
      text: 'see https://example.org and https://youtu.be/dQw4w9WgXcQ!',
      link: { link: 'https://youtu.be/dQw4w9WgXcQ', platform: 'youtube', kind: 'video', id: 'dQw4w9WgXcQ' },
      pictures: [],
      audience: 'everyone',
      posted_at: world.clock.now().toISOString(),
      edited_at: null,
      likes: 0,
      liked: false,
      comments: 0,
      mine: true,
      hidden: false,
      is_buddy: false,
      match_percent: null,
    })
    expect((await moments.feed(anna, {})).moments).toEqual([mine])
    expect((await post(anna, 'no link')).link).toBeNull()
  })

  test('prefetches the card of its link once, and again after an edit with a different link', async () => {
    world.takePrefetched()
    const id = newUuidv7(world.clock.now().getTime())
    await post(anna, 'https://youtu.be/dQw4w9WgXcQ', 'everyone', { id })
    await post(anna, 'https://youtu.be/dQw4w9WgXcQ', 'everyone', { id })
    await moments.edit(anna, id, { audience: 'buddies' })
    expect(world.takePrefetched()).toEqual(['https://youtu.be/dQw4w9WgXcQ'])
    await moments.edit(anna, id, { text: 'rather https://youtu.be/YE7VzlLtp-4' })
    await moments.edit(anna, id, { text: 'neither' })
    expect(world.takePrefetched()).toEqual(['https://youtu.be/YE7VzlLtp-4'])
  })

  test('a repeated id returns the existing moment; an id of another user is rejected', async () => {
    const id = newUuidv7(world.clock.now().getTime())
    const first = await post(anna, 'once', 'everyone', { id })
    expect(await post(anna, 'once more', 'everyone', { id })).toEqual(first)
    expect(texts(await moments.feed(anna, { uid: anna }))).toEqual(['once'])
    expect(await errorCode(post(ben, 'mine', 'everyone', { id }))).toBe('invalid_input')
  })

  test('counts the moments with a link that an author showed to others in some time', async () => {
    const store = createMomentStore(world.database.db)
    const since = world.clock.now()
    await post(anna, 'https://youtu.be/dQw4w9WgXcQ')
    await post(anna, 'no link')
    await post(anna, 'https://youtu.be/dQw4w9WgXcQ', 'only_me')
    world.clock.pass(60_000)
    const until = world.clock.now()
    await post(anna, 'https://youtu.be/dQw4w9WgXcQ')
    expect(await store.countShared(anna, { since, until })).toBe(1)
    expect(await store.countShared(ben, { since, until })).toBe(0)
  })

  test('notifies buddies and the author’s other pages; those alone if it is only for the author', async () => {
    world.hub.takeFrames()
    const { id } = await post(anna, 'hello')
    expect(world.hub.takeFrames()).toEqual([anna, ben].map((uid) => ({ uid, event: 'new_moment', data: { id, author: anna } })))
    const own = await post(anna, 'to myself', 'only_me')
    expect(world.hub.takeFrames()).toEqual([{ uid: anna, event: 'new_moment', data: { id: own.id, author: anna } }])
  })

  test('allows thirty moments in ten minutes and rejects the next one with the time to wait', async () => {
    const dora = await world.person('dora')
    world.clock.pass(10 * 60_000)
    for (let index = 0; index < 30; index++) await moments.post(dora, { text: `${index}`, audience: 'only_me' })
    await expect(moments.post(dora, { text: 'too much', audience: 'only_me' })).rejects.toMatchObject({
      code: 'rate_limited',
      context: { retryAfterSeconds: expect.any(Number) },
    })
    await expect(moments.post(anna, { text: 'not hers', audience: 'only_me' })).resolves.toMatchObject({ text: 'not hers' })
    world.clock.pass(10 * 60_000)
  })

  test('A23: stores and returns script code as plain text without a link', async () => {
    for (const text of [
      '<img src=x onerror=alert(1)>',
      '<svg onload=alert(1)>',
      '[a](javascript:alert(1))',
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
    ]) {
      expect(await post(anna, text)).toMatchObject({ text, link: null })
    }
  })

  test('rejects blank text and text that the database can’t store', async () => {
    expect(await errorCode(post(anna, ' \n '))).toBe('blank_content')
    expect(await errorCode(post(anna, '\u3164\u200b'))).toBe('blank_content')
    expect(await errorCode(post(anna, 'a\0b'))).toBe('invalid_input')
  })
})

describe('one moment', () => {
  test('is visible to its audience; others get the same answer as for an unknown moment', async () => {
    const forBuddies = await post(ben, 'for buddies', 'buddies')
    expect(await moments.get(anna, forBuddies.id)).toMatchObject({ text: 'for buddies', mine: false, is_buddy: true })
    expect(await errorCode(moments.get(cleo, forBuddies.id))).toBe('not_found')
    expect(await errorCode(moments.get(cleo, unknown))).toBe('not_found')
  })

  test('A46: a block hides it from both at once, with all its actions', async () => {
    const { id } = await post(ben, 'before')
    await world.connections.block(ben, anna)
    expect(
      await Promise.all([
        errorCode(moments.get(anna, id)),
        errorCode(moments.like(anna, id)),
        errorCode(moments.likes(anna, id, {})),
        errorCode(moments.hide(anna, id)),
        errorCode(world.comments.list(anna, id, {})),
        errorCode(world.comments.post(anna, id, { text: 'still me' })),
        world.moderation.moments.evidence(anna, id),
      ]),
    ).toEqual([...Array.from({ length: 6 }, () => 'not_found'), null])
  })

  test('that a viewer hides is missing in their feeds only, is marked when opened, and can be shown again', async () => {
    const { id } = await post(ben, 'not for me')
    await post(ben, 'for me')
    await moments.hide(anna, id)
    await moments.hide(anna, id)
    expect([texts(await moments.feed(anna, {})), texts(await moments.feed(anna, { uid: ben }))]).toEqual([['for me'], ['for me']])
    expect(texts(await moments.feed(ben, {}))).toEqual(['for me', 'not for me'])
    expect((await moments.get(anna, id)).hidden).toBe(true)
    await moments.unhide(anna, id)
    expect(texts(await moments.feed(anna, {}))).toEqual(['for me', 'not for me'])
  })

  test('that is taken down is hidden from everyone, with one event', async () => {
    const { id } = await post(ben, 'bad')
    await world.moderation.moments.hide(id)
    await world.moderation.moments.hide(id)
    expect([texts(await moments.feed(anna, {})), texts(await moments.feed(ben, { uid: ben }))]).toEqual([[], []])
    expect(await errorCode(moments.get(ben, id))).toBe('not_found')
    expect(world.takeEvents()).toEqual([{ kind: 'content.removed', of: 'moment', id }])
  })
})

describe('a moderator', () => {
  test('hides and restores a moment with the transaction of the decision', async () => {
    const { id } = await post(ben, 'bad')
    const failing = world.db.transaction().execute(async (tx) => {
      await world.moderationSteps.moments.hide(tx, id)
      throw new Error('the decision failed')
    })
    await expect(failing).rejects.toThrow('the decision failed')
    expect([texts(await moments.feed(anna, {})), world.takeEvents()]).toEqual([['bad'], []])
    await world.moderation.moments.hide(id)
    expect(texts(await moments.feed(anna, {}))).toEqual([])
    await world.moderation.moments.restore(id)
    expect(texts(await moments.feed(anna, {}))).toEqual(['bad'])
  })
})

describe('edit', () => {
  test('marks the moment and updates its link for a new text, but not for a new audience', async () => {
    const { id, posted_at } = await post(anna, 'frist')
    world.clock.pass(5_000)
    expect(await moments.edit(anna, id, { audience: 'buddies' })).toMatchObject({ text: 'frist', audience: 'buddies', edited_at: null })
    expect(await moments.edit(anna, id, { text: ' first https://youtu.be/dQw4w9WgXcQ ' })).toMatchObject({
      text: 'first https://youtu.be/dQw4w9WgXcQ',
      link: { platform: 'youtube', id: 'dQw4w9WgXcQ' },
      audience: 'buddies',
      posted_at,
      edited_at: world.clock.now().toISOString(),
    })
    expect(await errorCode(moments.get(cleo, id))).toBe('not_found')
  })

  test('works only for the author, and not with blank text', async () => {
    const { id } = await post(ben, 'mine')
    expect(await errorCode(moments.edit(anna, id, { text: 'yours' }))).toBe('not_found')
    expect(await errorCode(moments.edit(ben, id, { text: '  ' }))).toBe('blank_content')
    expect(await errorCode(moments.edit(ben, id, { text: '\u2800' }))).toBe('blank_content')
    expect(await errorCode(moments.edit(cleo, unknown, { text: 'x' }))).toBe('not_found')
    expect((await moments.get(ben, id)).text).toBe('mine')
  })
})

describe('pictures', () => {
  test('are returned in order with their alternative texts; text is optional', async () => {
    const [first, second] = [world.uploads.add(anna), world.uploads.add(anna)]
    const posted = await post(anna, '', 'everyone', {
      pictures: [
        { id: second, alt: 'a shelf' },
        { id: first, alt: '' },
      ],
    })
    expect(posted.pictures.map(({ id, alt }) => [id, alt])).toEqual([
      [second, 'a shelf'],
      [first, ''],
    ])
    expect((await moments.feed(ben, {})).moments).toEqual([{ ...posted, mine: false, is_buddy: true }])
    expect((await moments.edit(anna, posted.id, { text: '' })).text).toBe('')
    await moments.remove(anna, posted.id)
    expect(world.uploads.attached.has(posted.id)).toBe(false)
  })

  test('A5: of another user reject the whole moment', async () => {
    const theirs = world.uploads.add(ben)
    expect(await errorCode(post(anna, 'look', 'everyone', { pictures: [{ id: theirs, alt: '' }] }))).toBe('not_found')
    expect(texts(await moments.feed(anna, { uid: anna }))).toEqual([])
  })

  test('A5: are visible only to viewers of the moment', async () => {
    const { id } = await post(ben, 'for buddies', 'buddies')
    const { maySee, existing } = world.uploads.rules
    expect([await maySee(anna, id), await maySee(cleo, id), await maySee(ben, id)]).toEqual([true, false, true])
    expect(await existing([id, unknown])).toEqual(new Set([id]))
  })
})

describe('likes', () => {
  test('are listed in pages, the latest first, without people hidden by a block', async () => {
    const { id } = await post(ben, 'likeable')
    for (const who of [ben, anna, cleo]) {
      world.clock.pass(1_000)
      await moments.like(who, id)
    }
    const first = await moments.likes(ben, id, { limit: 2 })
    expect(first.people.map(({ uid }) => uid)).toEqual([cleo, anna])
    expect((await moments.likes(ben, id, { limit: 2, cursor: first.next ?? '' })).people.map(({ uid }) => uid)).toEqual([ben])
    await world.connections.block(anna, cleo)
    expect((await moments.likes(anna, id, {})).people.map(({ uid }) => uid)).toEqual([anna, ben])
  })

  test('emit one event each, and none for own moments', async () => {
    const { id } = await post(ben, 'likeable')
    await moments.like(anna, id)
    await moments.like(anna, id)
    await moments.like(ben, id)
    await moments.unlike(anna, id)
    await moments.unlike(anna, id)
    const event = { by: anna, author: ben, momentId: id }
    expect(world.takeEvents()).toEqual([
      { kind: 'moment.liked', ...event },
      { kind: 'moment.unliked', ...event },
    ])
  })

  test('count once per person and can be removed; both are idempotent', async () => {
    const { id } = await post(ben, 'likeable')
    await moments.like(anna, id)
    expect(await moments.like(anna, id)).toMatchObject({ likes: 1, liked: true, mine: false })
    await moments.like(cleo, id)
    expect((await moments.feed(ben, { uid: ben })).moments[0]).toMatchObject({ likes: 2, liked: false, mine: true })
    await moments.unlike(anna, id)
    expect(await moments.unlike(anna, id)).toMatchObject({ likes: 1, liked: false })
  })

  test('of an invisible moment are rejected like those of an unknown one', async () => {
    const forBuddies = (await post(ben, 'for buddies', 'buddies')).id
    const forBen = (await post(ben, 'for ben', 'only_me')).id
    const forAll = (await post(ben, 'for all')).id
    expect(
      await Promise.all([
        errorCode(moments.like(cleo, forBuddies)),
        errorCode(moments.like(anna, forBen)),
        errorCode(moments.unlike(anna, forBen)),
        errorCode(moments.like(anna, unknown)),
      ]),
    ).toEqual(Array.from({ length: 4 }, () => 'not_found'))
    await world.connections.block(ben, cleo)
    expect(await errorCode(moments.like(cleo, forAll))).toBe('not_found')
    expect(await errorCode(moments.like(ben, (await post(cleo, 'other way')).id))).toBe('not_found')
  })
})

test('only the author can delete a moment, with its likes', async () => {
  const { id } = await post(ben, 'short-lived')
  await moments.like(anna, id)
  expect(await errorCode(moments.remove(anna, id))).toBe('not_found')
  await moments.remove(ben, id)
  expect(await errorCode(moments.remove(ben, id))).toBe('not_found')
  expect(texts(await moments.feed(ben, {}))).toEqual([])
  expect(await errorCode(moments.like(anna, id))).toBe('not_found')
})

test('checking many moments takes as many queries as checking one, even with muted authors', async () => {
  const link = 'https://youtu.be/dQw4w9WgXcQ'
  const seen = [await post(anna, link), await post(cleo, link), await post(ben, link, 'only_me')]
  const unseen = [await post(cleo, link, 'buddies'), await post(anna, link, 'only_me')]
  await world.connections.mute(ben, anna)
  const visible = async (ids: readonly string[]) => {
    world.queries.length = 0
    const found = await moments.visibleOf(ben, ids)
    return { found, queries: world.queries.length }
  }
  const first = await visible(seen.slice(0, 1).map(({ id }) => id))
  const all = await visible([...seen, ...unseen].map(({ id }) => id))
  expect([...all.found.keys()].toSorted()).toEqual(seen.map(({ id }) => id).toSorted())
  expect(all.found.get(seen[0]?.id ?? '')?.link?.id).toBe('dQw4w9WgXcQ')
  expect(all.queries).toBe(first.queries)
  await world.connections.block(ben, anna)
  expect((await visible([seen[0]?.id ?? ''])).found).toEqual(new Map())
})

test('view as shows exactly what the other person sees', async () => {
  for (const audience of ['everyone', 'buddies', 'only_me'] as const) await post(ben, audience, audience)
  const feedAs = async (as: string) => texts(await moments.feed(await world.connections.effectiveViewer(ben, ben, as), { uid: ben }))
  expect([await feedAs('everyone'), await feedAs('buddy'), texts(await moments.feed(ben, { uid: ben }))]).toEqual([
    ['everyone'],
    ['buddies', 'everyone'],
    ['only_me', 'buddies', 'everyone'],
  ])
  for (const [uid, page] of [
    [anna, await moments.feed(anna, { uid: ben })],
    [cleo, await moments.feed(cleo, { uid: ben })],
  ] as const)
    expect(await moments.feed(await world.connections.effectiveViewer(ben, ben, uid), { uid: ben })).toEqual(page)
})
