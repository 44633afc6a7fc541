import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { Moment } from '#contract/moments.ts'
import { anna, ben, cleo, moments, post, setUpMoments, world } from './moments.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpMoments()

const unknown = '00000000-0000-4000-8000-00000000000f'
const texts = (page: { moments: Moment[] }) => page.moments.map((moment) => moment.text)

/** The texts of all pages of Anna's feed. */
async function pagesOf(query: { limit: number; tab?: 'wavelength' }): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null | undefined
  do {
    const page: { moments: Moment[]; next: string | null } = await moments.feed(anna, { ...query, ...(cursor ? { cursor } : {}) })
    pages.push(texts(page))
    cursor = page.next
  } while (cursor)
  return pages
}

describe('the feed', () => {
  test('contains own moments and those of buddies, newest first, by audience', async () => {
    await post(anna, 'mine alone', 'only_me')
    await post(ben, 'for all')
    await post(ben, 'for buddies', 'buddies')
    await post(ben, 'for ben', 'only_me')
    await post(cleo, 'a stranger’s')
    expect(texts(await moments.feed(anna, {}))).toEqual(['for buddies', 'for all', 'mine alone'])
    expect(texts(await moments.feed(cleo, {}))).toEqual(['a stranger’s'])
  })

  test('of one person contains what the viewer may see', async () => {
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

  test('returns the same answer for a hidden user as for an unknown one, in both directions', async () => {
    await world.connections.block(anna, ben)
    expect(
      await Promise.all([
        errorCode(moments.feed(ben, { uid: anna })),
        errorCode(moments.feed(anna, { uid: ben })),
        errorCode(moments.feed(anna, { uid: unknown })),
      ]),
    ).toEqual(['not_found', 'not_found', 'not_found'])
  })

  test('pages neither repeat nor skip, even with equal times and while new moments arrive', async () => {
    const posted: string[] = []
    for (let index = 0; index < 12; index++) {
      if (index % 4 === 0) world.clock.pass(1_000)
      posted.push((await moments.post(index % 2 ? anna : ben, { text: `moment ${index}`, audience: 'everyone' })).id)
    }
    const read: string[] = []
    let cursor: string | null | undefined
    do {
      const page: { moments: Moment[]; next: string | null } = await moments.feed(anna, { limit: 5, ...(cursor ? { cursor } : {}) })
      read.push(...page.moments.map((moment) => moment.id))
      cursor = page.next
      await post(ben, 'newer')
    } while (cursor)
    expect(read).toHaveLength(12)
    expect(new Set(read)).toEqual(new Set(posted))
    expect((await moments.feed(anna, { uid: anna, limit: 6 })).next).toBeNull()
  })

  test('continues behind more moments of strangers than it looks through', async () => {
    world.close.set(anna, new Map([[cleo, 87]]))
    const stranger = await world.person('prolific')
    await post(ben, 'b1')
    const { id: hidden } = await post(ben, 'hidden')
    await post(anna, 'a1', 'only_me')
    await post(cleo, 'c1')
    world.clock.pass(1_000)
    await sql`
      insert into moments (id, author_uid, text, audience, posted_at)
      select gen_random_uuid(), ${stranger}::uuid, 'a stranger’s', 'everyone', ${world.clock.now()}::timestamptz
      from generate_series(1, 1100)`.execute(world.db)
    await post(ben, 'for ben', 'only_me')
    for (const text of ['b2', 'b3', 'b4']) await post(ben, text)
    await post(cleo, 'c2')
    await moments.hide(anna, hidden)
    expect(await pagesOf({ limit: 2 })).toEqual([['b4', 'b3'], ['b2', 'a1'], ['b1']])
    expect(await pagesOf({ limit: 1, tab: 'wavelength' })).toEqual([['c2'], ['c1']])
  })

  test('rejects an invalid cursor', async () => {
    for (const cursor of [
      'x',
      Buffer.from('1_x').toString('base64url'),
      Buffer.from(`9999999999999999_${unknown}`).toString('base64url'),
      "' or 1=1--",
    ]) {
      expect(await errorCode(moments.feed(anna, { cursor }))).toBe('invalid_input')
    }
  })
})

describe('the second tab', () => {
  test('contains public moments of similar people, with their match', async () => {
    world.close.set(anna, new Map([[cleo, 87]]))
    await post(cleo, 'for all')
    await post(cleo, 'for buddies', 'buddies')
    await post(ben, 'a buddy’s')
    const page = await moments.feed(anna, { tab: 'wavelength' })
    expect(page.moments.map(({ text, match_percent, is_buddy }) => [text, match_percent, is_buddy])).toEqual([['for all', 87, false]])
    expect((await moments.feed(anna, {})).moments.map(({ is_buddy, match_percent }) => [is_buddy, match_percent])).toEqual([[true, null]])
  })

  test('and the first tab leave out muted people, except on their own page', async () => {
    world.close.set(anna, new Map([[cleo, 87]]))
    await post(cleo, 'close')
    await post(ben, 'near')
    await world.connections.mute(anna, ben)
    await world.connections.mute(anna, cleo)
    expect([texts(await moments.feed(anna, {})), texts(await moments.feed(anna, { tab: 'wavelength' }))]).toEqual([[], []])
    expect(texts(await moments.feed(anna, { uid: ben }))).toEqual(['near'])
  })
})

describe('moments of an item', () => {
  const ARTIST = '4Z8W4fKeB5YxbusRsdQVPb'
  const TRACK = '3n3Ppam7vgaVa1iaRUc9Lp'
  const item = randomUUID()
  const link = (kind: string, id: string) => `https://open.spotify.com/${kind}/${id}`
  let reader: Uid, buddy: Uid, stranger: Uid

  beforeAll(async () => {
    ;[reader, buddy, stranger] = await world.trio()
    world.platformIds.set(item, [
      { source: 'spotify', externalId: ARTIST },
      { source: 'spotify', externalId: TRACK },
    ])
    await world.post(stranger, `public ${link('track', TRACK)}`)
    await world.post(stranger, `secret ${link('track', TRACK)}`, 'buddies')
    await world.post(buddy, `for buddies ${link('artist', ARTIST)}`, 'buddies')
    await world.post(buddy, 'about something else')
    await world.post(reader, `mine ${link('track', TRACK)}`, 'only_me')
  })

  const textsFor = async (uid: Uid) => (await world.moments.feed(uid, { item })).moments.map(({ text }) => text.split(' https')[0])

  test('lists moments with a link of the item, as far as the viewer may see them', async () => {
    expect([await textsFor(reader), await textsFor(stranger)]).toEqual([
      ['mine', 'for buddies', 'public'],
      ['secret', 'public'],
    ])
    const { moments: found } = await world.moments.feed(reader, { item })
    expect(found.map((moment) => [moment.is_buddy, moment.mine])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ])
  })

  test('continues page by page', async () => {
    const first = await world.moments.feed(reader, { item, limit: 2 })
    const second = await world.moments.feed(reader, { item, limit: 2, cursor: first.next! })
    expect([first.moments.length, second.moments.map(({ text }) => text.split(' ')[0]), second.next]).toEqual([2, ['public'], null])
  })

  test('an unknown item has no moments', async () => {
    expect(await world.moments.feed(reader, { item: randomUUID() })).toEqual({ moments: [], next: null })
  })

  test('leaves out hidden moments, muted authors, and blocked ones', async () => {
    const [, , theirs] = (await world.moments.feed(reader, { item })).moments
    await world.moments.hide(reader, theirs!.id)
    expect(await textsFor(reader)).toEqual(['mine', 'for buddies'])
    await world.moments.unhide(reader, theirs!.id)
    await world.connections.mute(reader, buddy)
    expect(await textsFor(reader)).toEqual(['mine', 'public'])
    await world.connections.block(stranger, reader)
    expect(await textsFor(reader)).toEqual(['mine'])
  })
})
