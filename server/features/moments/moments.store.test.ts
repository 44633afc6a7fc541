import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { Moment } from '#contract/moments.ts'
import type { Audience } from '#contract/people.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { Database } from '../../platform/db/database.ts'
import { createMoments, type Moments } from './moments.service.ts'

let database: Database
let world: ReturnType<typeof peopleWorld>
let moments: Moments
let count = 0
beforeAll(async () => {
  database = await testDatabase()
  world = peopleWorld(database.db)
  moments = createMoments({ ...world, newId: randomUUID })
})
afterAll(() => database.close())

let anna: Uid
let ben: Uid
let cleo: Uid
beforeEach(async () => {
  count++
  ;[anna, ben, cleo] = [await world.person(`anna${count}`), await world.person(`ben${count}`), await world.person(`cleo${count}`)]
  await world.befriend(anna, ben)
})

const unknown = '00000000-0000-4000-8000-00000000000f'
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'went through',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const texts = (page: { moments: Moment[] }) => page.moments.map((it) => it.text)
async function post(author: Uid, text: string, audience: Audience = 'everyone'): Promise<Moment> {
  world.clock.pass(1_000)
  return moments.post(author, { text, audience })
}

describe('posting', () => {
  test('keeps the text, recognises its first link of the five platforms, and is answered as the feed shows it', async () => {
    const mine = await post(anna, ' hear https://example.org and https://youtu.be/dQw4w9WgXcQ! ')
    expect(mine).toEqual({
      id: mine.id,
      author: (await world.profiles.cards([anna])).get(anna),
      text: 'hear https://example.org and https://youtu.be/dQw4w9WgXcQ!',
      link: { link: 'https://youtu.be/dQw4w9WgXcQ', platform: 'youtube', kind: 'video', id: 'dQw4w9WgXcQ' },
      audience: 'everyone',
      posted_at: world.clock.now().toISOString(),
      likes: 0,
      liked: false,
      mine: true,
    })
    expect((await moments.feed(anna, {})).moments).toEqual([mine])
    expect((await post(anna, 'no link')).link).toBeNull()
  })

  test('refuses what is blank and what no database can hold', async () => {
    expect(await refusal(post(anna, ' \n '))).toBe('blank_content')
    expect(await refusal(post(anna, 'a\0b'))).toBe('invalid_input')
  })
})

describe('the feed', () => {
  test('holds one’s own moments and those of buddies, newest first, each for its audience', async () => {
    await post(anna, 'mine alone', 'only_me')
    await post(ben, 'for all')
    await post(ben, 'for buddies', 'buddies')
    await post(ben, 'for ben', 'only_me')
    await post(cleo, 'a stranger’s')
    expect(texts(await moments.feed(anna, {}))).toEqual(['for buddies', 'for all', 'mine alone'])
    expect(texts(await moments.feed(cleo, {}))).toEqual(['a stranger’s'])
  })

  test('of one person shows what the viewer may see', async () => {
    await post(ben, 'for all')
    await post(ben, 'for buddies', 'buddies')
    await post(ben, 'for ben', 'only_me')
    expect(texts(await moments.feed(ben, { uid: ben }))).toEqual(['for ben', 'for buddies', 'for all'])
    expect(texts(await moments.feed(anna, { uid: ben }))).toEqual(['for buddies', 'for all'])
    expect(texts(await moments.feed(cleo, { uid: ben }))).toEqual(['for all'])
    await world.connections.unfriend(anna, ben)
    expect(texts(await moments.feed(anna, { uid: ben }))).toEqual(['for all'])
    expect(texts(await moments.feed(anna, {}))).toEqual([])
  })

  test('of somebody hidden is as missing as nobody’s, in both directions', async () => {
    await world.connections.block(anna, ben)
    expect(
      await Promise.all([
        refusal(moments.feed(ben, { uid: anna })),
        refusal(moments.feed(anna, { uid: ben })),
        refusal(moments.feed(anna, { uid: unknown })),
      ]),
    ).toEqual(['not_found', 'not_found', 'not_found'])
  })

  test('comes in pages that neither repeat nor skip, also among moments of the same instant, while new ones arrive', async () => {
    const posted: string[] = []
    for (let at = 0; at < 12; at++) {
      if (at % 4 === 0) world.clock.pass(1_000)
      posted.push((await moments.post(at % 2 ? anna : ben, { text: `moment ${at}`, audience: 'everyone' })).id)
    }
    const read: string[] = []
    let cursor: string | null | undefined
    do {
      const page: { moments: Moment[]; next: string | null } = await moments.feed(anna, { limit: 5, ...(cursor ? { cursor } : {}) })
      read.push(...page.moments.map((it) => it.id))
      cursor = page.next
      await post(ben, 'newer')
    } while (cursor)
    expect(read).toHaveLength(12)
    expect(new Set(read)).toEqual(new Set(posted))
    expect((await moments.feed(anna, { uid: anna, limit: 6 })).next).toBeNull()
  })

  test('refuses a place that is none', async () => {
    for (const cursor of [
      'x',
      Buffer.from('1_x').toString('base64url'),
      Buffer.from(`9999999999999999_${unknown}`).toString('base64url'),
      "' or 1=1--",
    ]) {
      expect(await refusal(moments.feed(anna, { cursor }))).toBe('invalid_input')
    }
  })
})

describe('likes', () => {
  test('are counted once a person and can be taken back, both harmlessly twice', async () => {
    const { id } = await post(ben, 'likeable')
    await moments.like(anna, id)
    expect(await moments.like(anna, id)).toMatchObject({ likes: 1, liked: true, mine: false })
    await moments.like(cleo, id)
    expect((await moments.feed(ben, { uid: ben })).moments[0]).toMatchObject({ likes: 2, liked: false, mine: true })
    await moments.unlike(anna, id)
    expect(await moments.unlike(anna, id)).toMatchObject({ likes: 1, liked: false })
  })

  test('of a moment that is not for the viewer are refused as if it were not there', async () => {
    const forBuddies = (await post(ben, 'for buddies', 'buddies')).id
    const forBen = (await post(ben, 'for ben', 'only_me')).id
    const forAll = (await post(ben, 'for all')).id
    expect(
      await Promise.all([
        refusal(moments.like(cleo, forBuddies)),
        refusal(moments.like(anna, forBen)),
        refusal(moments.unlike(anna, forBen)),
        refusal(moments.like(anna, unknown)),
      ]),
    ).toEqual(Array.from({ length: 4 }, () => 'not_found'))
    await world.connections.block(ben, cleo)
    expect(await refusal(moments.like(cleo, forAll))).toBe('not_found')
    expect(await refusal(moments.like(ben, (await post(cleo, 'other way')).id))).toBe('not_found')
  })
})

test('only the author deletes a moment, with its likes', async () => {
  const { id } = await post(ben, 'short-lived')
  await moments.like(anna, id)
  expect(await refusal(moments.remove(anna, id))).toBe('not_found')
  await moments.remove(ben, id)
  expect(await refusal(moments.remove(ben, id))).toBe('not_found')
  expect(texts(await moments.feed(ben, {}))).toEqual([])
  expect(await refusal(moments.like(anna, id))).toBe('not_found')
})
