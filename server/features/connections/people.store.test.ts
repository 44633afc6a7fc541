import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { profile } from '#contract/profiles.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { Database } from '../../platform/db/database.ts'

let database: Database
let world: ReturnType<typeof peopleWorld>
let count = 0
beforeAll(async () => {
  database = await testDatabase()
  world = peopleWorld(database.db)
})
afterAll(() => database.close())

/** One word a test that nobody else's name has anything like. */
const words = ['quartz', 'basalt', 'marble', 'onyx', 'feldspar', 'chalk', 'topaz', 'jade', 'pumice', 'zircon']
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
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'went through',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const uids = (rows: { uid: Uid }[]) => rows.map((row) => row.uid)
const search = async (viewer: Uid, more: { within?: Uid; through?: Uid } = {}) =>
  uids(await world.people.search(viewer, { q: word, ...more })).toSorted()

describe('a profile', () => {
  test('says how the viewer stands to the person, and nothing that is not for the viewer', async () => {
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
      buddies_count: 1,
      mutual_count: 1,
      relation: 'none',
    })
    expect(Object.keys(seen).toSorted()).toEqual(Object.keys(profile.shape).toSorted())
    expect(await world.people.profile(ben, ben)).toMatchObject({ relation: 'self', buddies_count: 2, mutual_count: 0 })
  })

  test('of somebody who blocked the viewer, or is blocked, is as missing as one of nobody', async () => {
    await world.connections.block(dan, anna)
    const asked = await Promise.all(
      [world.people.profile(anna, dan), world.people.profile(dan, anna), world.people.profile(anna, unknown)].map(refusal),
    )
    expect(asked).toEqual(['not_found', 'not_found', 'not_found'])
  })

  test('is answered whole after setting up and after editing', async () => {
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
  test('finds everybody with how they stand to the viewer', async () => {
    const rows = await world.people.search(anna, { q: `cleo.${word}` })
    expect(rows).toEqual([
      { uid: cleo, user_name: `cleo.${word}`, name: 'cleo Waldvogel', avatar_url: null, relation: 'none', mutual_count: 1 },
    ])
    expect(await search(anna)).toEqual([anna, ben, cleo, dan].toSorted())
  })

  test('never shows anybody with a block in either direction', async () => {
    await world.connections.block(dan, anna)
    await world.connections.block(anna, cleo)
    expect(await search(anna)).toEqual([anna, ben].toSorted())
    expect(await search(dan)).toEqual([ben, cleo, dan].toSorted())
    expect(await search(cleo)).toEqual([ben, cleo, dan].toSorted())
  })

  test('keeps to the buddies of a person, or to those whom their buddies know', async () => {
    expect(await search(dan, { within: ben })).toEqual([anna, cleo].toSorted())
    expect(await search(dan, { through: anna })).toEqual([cleo])
    expect(await search(dan, { through: ben })).toEqual([])
    await world.connections.block(dan, cleo)
    expect(await search(dan, { within: ben })).toEqual([anna])
  })

  test('within or through somebody who is hidden finds nobody, as with nobody', async () => {
    await world.connections.block(ben, dan)
    const asked = [{ within: ben }, { through: ben }, { within: unknown }, { through: unknown }].map((more) =>
      refusal(world.people.search(dan, { q: 'waldvogel', ...more })),
    )
    expect(await Promise.all(asked)).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
  })
})

describe('the buddies of a person', () => {
  test('are listed with how they stand to the viewer, without those who are hidden', async () => {
    expect(uids(await world.people.buddies(dan, ben)).toSorted()).toEqual([anna, cleo].toSorted())
    const [row] = await world.people.buddies(anna, cleo)
    expect(row).toMatchObject({ uid: ben, relation: 'connected', mutual_count: 0 })
    await world.connections.block(anna, dan)
    expect(uids(await world.people.buddies(dan, ben))).toEqual([cleo])
    expect(await refusal(world.people.buddies(dan, anna))).toBe('not_found')
  })
})
