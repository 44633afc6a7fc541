import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { profile } from '#contract/profiles.ts'
import { writePeopleCursor } from './people.service.ts'
import { world, setUpPeople } from '#tests/kit/people-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

let count = 0
setUpPeople()

/** One word per test that no other user's name resembles. */
const words = [
  'quartz',
  'basalt',
  'marble',
  'onyx',
  'feldspar',
  'chalk',
  'topaz',
  'jade',
  'pumice',
  'zircon',
  'gypsum',
  'rubellite',
  'slate',
  'flint',
  'beryl',
  'opal',
  'galena',
  'talc',
]
let word = ''
let anna: Uid
let ben: Uid
let cleo: Uid
let dan: Uid
beforeEach(async () => {
  word = words[count++] ?? word
  const make = (name: string) => world.person(`${name}.${word}`, `${name} Waldvogel`)
  ;[anna, ben, cleo, dan] = [await make('anna'), await make('ben'), await make('cleo'), await make('dan')]
  await world.befriend(anna, ben)
  await world.befriend(ben, cleo)
})

const unknown = '00000000-0000-4000-8000-00000000000f'
const uids = (rows: { uid: Uid }[]) => rows.map((row) => row.uid)
const search = async (viewer: Uid, more: { within?: Uid; through?: Uid } = {}) =>
  uids((await world.people.search(viewer, { q: word, ...more })).people).toSorted()

describe('a profile', () => {
  test('contains the viewer’s relation to the user, and nothing that the viewer may not see', async () => {
    const seen = await world.people.profile(anna, cleo)
    expect(seen).toEqual({
      uid: cleo,
      user_name: `cleo.${word}`,
      name: 'cleo Waldvogel',
      avatar_url: null,
      bio: '',
      place: null,
      languages: [],
      joined: world.clock.now().toISOString(),
      cover_url: null,
      pinned: null,
      buddies_count: 1,
      mutual_count: 1,
      relation: 'none',
      muted: false,
      may_ask: true,
      may_message: true,
      suspended: false,
      shows: { music: true, video: true, buddies: true, match: true },
    })
    expect(Object.keys(seen).toSorted()).toEqual(Object.keys(profile.shape).toSorted())
    expect(await world.people.profile(ben, ben)).toMatchObject({ relation: 'self', buddies_count: 2, mutual_count: 0 })
  })

  test('is not found when either user blocked the other, as for an unknown user', async () => {
    await world.connections.block(dan, anna)
    const results = await Promise.all(
      [world.people.profile(anna, dan), world.people.profile(dan, anna), world.people.profile(anna, unknown)].map(errorCode),
    )
    expect(results).toEqual(['not_found', 'not_found', 'not_found'])
  })

  test('is returned completely after setup and after editing', async () => {
    const uid = await world.stranger()
    const form = { user_name: `new.${count}`, name: 'New', avatar_id: null, languages: ['en'], birth_year: 1999 }
    expect(await world.people.setUp(uid, form)).toMatchObject({ uid, relation: 'self', buddies_count: 0, mutual_count: 0 })
    await world.befriend(uid, anna)
    expect(await world.people.setUp(uid, form)).toMatchObject({ user_name: `new.${count}`, buddies_count: 1 })
    expect(await world.people.edit(uid, { name: 'Newer', bio: 'hi', place: null, languages: [] })).toMatchObject({
      name: 'Newer',
      bio: 'hi',
      buddies_count: 1,
    })
  })
})

describe('searching people', () => {
  test('finds users with their relationship to the viewer', async () => {
    const { people } = await world.people.search(anna, { q: `cleo.${word}` })
    expect(people).toEqual([
      {
        uid: cleo,
        user_name: `cleo.${word}`,
        name: 'cleo Waldvogel',
        avatar_url: null,
        relation: 'none',
        mutual_count: 1,
        may_ask: true,
        match_percent: null,
      },
    ])
    expect(await search(anna)).toEqual([anna, ben, cleo, dan].toSorted())
  })

  test('never shows users with a block in either direction', async () => {
    await world.connections.block(dan, anna)
    await world.connections.block(anna, cleo)
    expect(await search(anna)).toEqual([anna, ben].toSorted())
    expect(await search(dan)).toEqual([ben, cleo, dan].toSorted())
    expect(await search(cleo)).toEqual([ben, cleo, dan].toSorted())
  })

  test('A40: a forged cursor of a hidden user returns the same as that of an unknown user', async () => {
    await world.connections.block(dan, anna)
    const typed = { exact: word, similar: 'waldvogl' }
    const searchBehind = (uid: Uid) =>
      Promise.all(
        (['exact', 'similar'] as const).map(async (stage) => {
          const cursor = writePeopleCursor({ stage, rank: 0, uid })
          return (await world.people.search(anna, { q: typed[stage], cursor })).people.length
        }),
      )
    expect(await searchBehind(dan)).toEqual(await searchBehind(unknown))
    // Shorter names come first: Anna and Cleo follow Ben, for viewers who may see him.
    expect((await searchBehind(ben))[0]).toBe(2)
  })

  test('searches only the buddies of a user, or the buddies of those buddies', async () => {
    expect(await search(dan, { within: ben })).toEqual([anna, cleo].toSorted())
    expect(await search(dan, { through: anna })).toEqual([cleo])
    expect(await search(dan, { through: ben })).toEqual([])
    await world.connections.block(dan, cleo)
    expect(await search(dan, { within: ben })).toEqual([anna])
  })

  test('searching the buddies of a hidden user answers as for an unknown user', async () => {
    await world.connections.block(ben, dan)
    const errors = [{ within: ben }, { through: ben }, { within: unknown }, { through: unknown }].map((more) =>
      errorCode(world.people.search(dan, { q: 'waldvogel', ...more })),
    )
    expect(await Promise.all(errors)).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
  })
})

describe('without a name', () => {
  test('lists buddies of buddies page by page, those with most mutual buddies first', async () => {
    const eva = await world.person(`eva.${word}`)
    await world.befriend(dan, anna)
    await world.befriend(dan, cleo)
    await world.befriend(dan, eva)
    // Anna knows Ben and Dan: she reaches Cleo through both, Eva only through Dan.
    const first = await world.people.search(anna, { through: anna, limit: 1 })
    expect(uids(first.people)).toEqual([cleo])
    const rest = await world.people.search(anna, { through: anna, limit: 1, cursor: first.next ?? '' })
    expect([uids(rest.people), rest.next]).toEqual([[eva], null])
    await world.privacy.change(dan, { buddies: 'only_me' })
    expect(uids((await world.people.search(anna, { through: anna })).people)).toEqual([cleo])
    expect(await search(anna, { through: anna })).toEqual([cleo])
  })

  test('the buddies of a person are listed; without a person there is nothing to list', async () => {
    expect(uids((await world.people.search(dan, { within: ben })).people).toSorted()).toEqual([anna, cleo].toSorted())
    expect(await errorCode(world.people.search(dan, {}))).toBe('invalid_input')
    expect(await errorCode(world.people.search(dan, { within: ben, cursor: 'bm8' }))).toBe('invalid_input')
  })
})

describe('the buddies of a person', () => {
  test('are listed with their relation to the viewer, without hidden users', async () => {
    expect(uids((await world.people.buddies(dan, ben)).people).toSorted()).toEqual([anna, cleo].toSorted())
    const [row] = (await world.people.buddies(anna, cleo)).people
    expect(row).toMatchObject({ uid: ben, relation: 'connected', mutual_count: 0 })
    await world.connections.block(anna, dan)
    expect(uids((await world.people.buddies(dan, ben)).people)).toEqual([cleo])
    world.percents.set(anna, 60).set(cleo, 100)
    const { people } = await world.people.buddies(cleo, ben)
    world.percents.clear()
    expect(Object.fromEntries(people.map(({ relation, match_percent: percent }) => [relation, percent]))).toEqual({ none: 60, self: null })
    expect(await errorCode(world.people.buddies(dan, anna))).toBe('not_found')
  })

  test('come in pages, latest first, without repeats', async () => {
    for (const name of ['p', 'q', 'r', 's']) {
      world.clock.pass(1_000)
      await world.befriend(dan, await world.person(`${name}.${word}`))
    }
    await world.befriend(dan, anna)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Awaited<ReturnType<typeof world.people.buddies>> = await world.people.buddies(ben, dan, { limit: 2, cursor })
      seen.push(...page.people.map((row) => row.user_name.charAt(0)))
      cursor = page.next
    }
    expect(seen.slice(2)).toEqual(['r', 'q', 'p'])
    expect(seen.slice(0, 2).toSorted()).toEqual(['a', 's'])
  })

  test('are visible only to the audience that their owner chose: count, list, search, and mutual buddies', async () => {
    await world.privacy.change(ben, { buddies: 'buddies' })
    const shown = async (viewer: Uid) => {
      const { buddies_count, mutual_count, shows } = await world.people.profile(viewer, ben)
      return [buddies_count, mutual_count, shows.buddies, (await world.connections.get(viewer, ben)).mutual.length]
    }
    await world.befriend(dan, cleo)
    expect(await shown(dan)).toEqual([null, 0, false, 0])
    const rejected = [
      world.people.buddies(dan, ben),
      world.people.search(dan, { within: ben }),
      world.people.search(dan, { q: word, through: ben }),
    ].map(errorCode)
    expect(await Promise.all(rejected)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    expect(await shown(anna)).toEqual([2, 0, true, 0])
    await world.privacy.change(ben, { buddies: 'everyone' })
    expect(await shown(dan)).toEqual([2, 1, true, 1])
  })
})

describe('viewing one’s profile as another user', () => {
  const form = { name: 'Ben', bio: '', place: null, languages: [] }

  test('shows the view of a stranger, a buddy and a named person, and no data of that person', async () => {
    await world.privacy.change(ben, { music: 'buddies', buddies: 'buddies', match: 'only_me', messages: 'buddies' })
    const as = async (eyes: string) => {
      const { relation, may_message, shows, buddies_count } = await world.people.profile(ben, ben, eyes)
      return { relation, may_message, buddies_count, ...shows }
    }
    const stranger = { relation: 'none', may_message: false, buddies_count: null, music: false, video: true, buddies: false, match: false }
    const buddy = { relation: 'connected', may_message: true, buddies_count: 2, music: true, video: true, buddies: true, match: false }
    expect(await as('everyone')).toEqual(stranger)
    expect(await as('buddy')).toEqual(buddy)
    expect(await as(dan)).toEqual(stranger)
    expect(await as(anna)).toEqual(buddy)
    // Dan's real relationship to Ben does not matter: neither his mute nor his request.
    await world.connections.request(dan, ben, '')
    await world.connections.mute(dan, ben)
    expect(await as(dan)).toEqual(stranger)
    const asBuddy = await world.people.buddies(ben, ben, { as: 'buddy' })
    expect(asBuddy.people.map(({ relation, mutual_count }) => [relation, mutual_count])).toEqual([
      ['none', 0],
      ['none', 0],
    ])
    expect(await errorCode(world.people.buddies(ben, ben, { as: 'everyone' }))).toBe('forbidden')
  })

  test('is for the owner alone, and not found as a blocked user', async () => {
    expect(await errorCode(world.people.profile(anna, ben, 'buddy'))).toBe('forbidden')
    await world.connections.block(ben, dan)
    expect(await errorCode(world.people.profile(ben, ben, dan))).toBe('not_found')
    expect(await errorCode(world.people.profile(dan, dan, ben))).toBe('not_found')
    expect(await errorCode(world.people.profile(ben, ben, unknown))).toBe('not_found')
  })

  test('A7: only a track or a video of the catalog can be pinned, and only the user’s own picture can be the cover', async () => {
    const newItem = (kind: 'artist' | 'track') => ({ id: randomUUID(), kind, name: 'Song', by: 'Band', spotify_id: null, youtube_id: null })
    const [artist, track] = [newItem('artist'), newItem('track')]
    for (const item of [artist, track]) world.items.set(item.id, item)
    expect(await errorCode(world.people.edit(ben, { ...form, pinned_id: artist.id }))).toBe('invalid_input')
    expect(await errorCode(world.people.edit(ben, { ...form, pinned_id: unknown }))).toBe('invalid_input')
    expect(await errorCode(world.people.edit(ben, { ...form, cover_id: await world.picture(anna) }))).toBe('invalid_input')
    const cover = await world.picture(ben)
    expect((await world.people.edit(ben, { ...form, cover_id: cover })).cover_url).toBe(`/files/${cover}`)
    expect((await world.people.edit(ben, form)).cover_url).toBe(`/files/${cover}`)
  })
})
