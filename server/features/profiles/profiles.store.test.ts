import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { SetupForm } from '#contract/profiles.ts'
import { profilesPersonalData } from './profiles.personal.store.ts'
import type { PeopleFilter } from './profiles.store.ts'
import { database, world, setUpPeople } from '#tests/kit/people-world.ts'

setUpPeople()

const form = (over: Partial<SetupForm> = {}): SetupForm => ({
  user_name: 'new_user',
  name: 'Some Body',
  avatar_id: null,
  languages: ['en'],
  birth_year: 1990,
  ...over,
})
const search = async (...[typed, filters = [], limit = 20]: [string, PeopleFilter[]?, number?]) =>
  (await world.profiles.search(typed, filters, null, limit)).map(({ card }) => card)
const found = async (typed: string) => (await search(typed)).map((card) => card.user_name)
const errorOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.fields.map((entry) => entry.field)] : error),
  )

describe('setting up a profile', () => {
  test('creates the profile from the given fields', async () => {
    const uid = await world.stranger()
    const avatar = await world.picture(uid)
    expect(await world.profiles.exists(uid)).toBe(false)
    const person = await world.profiles.setUp(
      uid,
      form({ user_name: 'first.one', name: 'First One', avatar_id: avatar, languages: ['en', 'de', 'en'] }),
    )
    expect(person).toEqual({
      card: { uid, user_name: 'first.one', name: 'First One', avatar_url: `/files/${avatar}` },
      bio: '',
      place: null,
      languages: ['en', 'de'],
      joinedAt: world.clock.now(),
      coverUrl: null,
      pinnedItemId: null,
    })
    expect(await world.profiles.exists(uid)).toBe(true)
    expect(await world.profiles.get(uid)).toEqual(person)
  })

  test('twice changes nothing and returns the existing profile', async () => {
    const uid = await world.stranger()
    const once = await world.profiles.setUp(uid, form({ user_name: 'only_once' }))
    expect(await world.profiles.setUp(uid, form({ user_name: 'other_name', name: 'Changed' }))).toEqual(once)
    expect(await world.profiles.checkUserName(uid, 'other_name')).toEqual({ available: true, reason: null, alternatives: [] })
  })

  test('the same person setting up twice at the same moment ends with one profile', async () => {
    const uid = await world.stranger()
    const [first, second] = await Promise.all([
      world.profiles.setUp(uid, form({ user_name: 'double_a' })),
      world.profiles.setUp(uid, form({ user_name: 'double_b' })),
    ])
    expect(first).toEqual(second)
  })

  test('when two users ask for the same user name at the same moment, one gets it and the other gets user_name_taken', async () => {
    const [first, second] = [await world.stranger(), await world.stranger()]
    const results = await Promise.all([
      errorOf(world.profiles.setUp(first, form({ user_name: 'wanted' }))),
      errorOf(world.profiles.setUp(second, form({ user_name: 'wanted' }))),
    ])
    expect(results.filter((result) => result === null)).toHaveLength(1)
    expect(results).toContainEqual(['user_name_taken'])
    expect([await world.profiles.exists(first), await world.profiles.exists(second)].filter(Boolean)).toHaveLength(1)
  })

  test('rejects reserved names, users who are too young, pictures of others, and text that can’t be stored', async () => {
    const uid = await world.stranger()
    const theirs = await world.picture(await world.stranger())
    expect(await errorOf(world.profiles.setUp(uid, form({ user_name: 'admin' })))).toEqual(['user_name_taken'])
    expect(await errorOf(world.profiles.setUp(uid, form({ user_name: 'Capital' })))).toEqual(['invalid_input', 'user_name'])
    expect(await errorOf(world.profiles.setUp(uid, form({ birth_year: 2015 })))).toEqual(['invalid_input', 'birth_year'])
    expect(await errorOf(world.profiles.setUp(uid, form({ avatar_id: theirs })))).toEqual(['invalid_input', 'avatar_id'])
    expect(await errorOf(world.profiles.setUp(uid, form({ name: 'a\0b' })))).toEqual(['invalid_input', 'name'])
    expect(await world.profiles.exists(uid)).toBe(false)
  })
})

test('a user name is checked while it is typed', async () => {
  await world.person('in_use')
  const uid = await world.stranger()
  const check = async (name: string) => (await world.profiles.checkUserName(uid, name)).reason
  expect(await Promise.all(['in_use', 'support', 'free_one', 'ab', 'IN_USE', 'a'.repeat(30)].map(check))).toEqual([
    'taken',
    'taken',
    null,
    'too_short',
    'characters',
    'too_long',
  ])
})

test('suggests free user names similar to a taken one', async () => {
  await world.person('nova.star')
  await world.person('nova_star')
  const uid = await world.stranger()
  const { alternatives } = await world.profiles.checkUserName(uid, 'nova.star')
  expect(alternatives).toEqual(['novastar', 'nova.starfm', 'nova.star_fm'])
  expect(await Promise.all(alternatives.map(async (name) => (await world.profiles.checkUserName(uid, name)).available))).toEqual([
    true,
    true,
    true,
  ])
  expect(await world.profiles.checkUserName(uid, 'admin')).toEqual({ available: false, reason: 'taken', alternatives: [] })
  const longest = 'x'.repeat(24)
  await world.person(longest)
  const shortened = (await world.profiles.checkUserName(uid, longest)).alternatives
  expect(shortened.map((name) => name.length)).toEqual([24, 24, 24])
})

test('the database rejects user names that differ only by capital letters', async () => {
  await world.person('case_test')
  const uid = await world.stranger()
  const row = sql`insert into profiles (uid, user_name, name, birth_year, search_text, joined_at) values (${uid}, 'Case_Test', 'x', 2000, ' x', now())`
  await expect(row.execute(database.db)).rejects.toMatchObject({ code: '23505' })
})

describe('editing', () => {
  test('replaces the given fields, and keeps the picture if none is given', async () => {
    const uid = await world.person('editor', 'Before')
    const avatar = await world.picture(uid)
    const edit = { name: 'After', bio: 'Hello', place: 'Köln', languages: ['de'] }
    expect((await world.profiles.edit(uid, { ...edit, avatar_id: avatar })).card.avatar_url).toBe(`/files/${avatar}`)
    const saved = await world.profiles.edit(uid, { ...edit, place: '' })
    expect(saved).toMatchObject({
      card: { user_name: 'editor', name: 'After', avatar_url: `/files/${avatar}` },
      bio: 'Hello',
      place: null,
      languages: ['de'],
    })
    expect((await world.profiles.edit(uid, { ...edit, avatar_id: null })).card.avatar_url).toBeNull()
    expect((await search('after')).map((person) => person.uid)).toEqual([uid])
    expect(await search('before')).toEqual([])
  })

  test('publishes a new name, picture, bio, or cover, and nothing that is unchanged', async () => {
    const uid = await world.person('renamed', 'Before')
    const edit = { name: 'Before', bio: '', place: null, languages: [] }
    world.events.splice(0)
    await world.profiles.edit(uid, edit)
    expect(world.events.splice(0)).toEqual([])
    const changed = [{ kind: 'person.changed', by: uid }]
    await world.profiles.edit(uid, { ...edit, bio: 'Hello' })
    expect(world.events.splice(0)).toEqual(changed)
    await world.profiles.edit(uid, { ...edit, bio: 'Hello', cover_id: await world.picture(uid) })
    expect(world.events.splice(0)).toEqual(changed)
    await world.profiles.edit(uid, { ...edit, name: 'After' })
    expect(world.events.splice(0)).toEqual(changed)
    await world.profiles.edit(uid, { ...edit, name: 'After', avatar_id: await world.picture(uid) })
    expect(world.events.splice(0)).toEqual(changed)
  })

  test('rejects another user’s picture and a user without a profile', async () => {
    const uid = await world.person('editor2')
    const theirs = await world.picture(await world.stranger())
    const edit = { name: 'x', bio: '', place: null, languages: [] }
    expect(await errorOf(world.profiles.edit(uid, { ...edit, avatar_id: theirs }))).toEqual(['invalid_input', 'avatar_id'])
    expect(await errorOf(world.profiles.edit(await world.stranger(), edit))).toEqual(['not_found'])
  })
})

test('returns cards of existing users', async () => {
  const uid = await world.person('card_one', 'Card One')
  const cards = await world.profiles.cards([uid, await world.stranger(), '00000000-0000-4000-8000-000000000000'])
  expect([...cards]).toEqual([[uid, { uid, user_name: 'card_one', name: 'Card One', avatar_url: null }]])
  expect(await world.profiles.cards([])).toEqual(new Map())
})

describe('the user name of a deleted account', () => {
  test('stays reserved for 90 days; only a hash of it is stored, and no longer than that', async () => {
    const data = profilesPersonalData({ db: database.db, clock: world.clock, deleted: world.profiles.deleted })
    const leave = async (userName: string) => {
      const uid = await world.stranger()
      await world.profiles.setUp(uid, form({ user_name: userName }))
      await database.db.transaction().execute(async (tx) => {
        await data.eraseRows?.(tx, uid)
        await sql`delete from people where uid = ${uid}`.execute(tx)
      })
    }
    await leave('was_here')
    const someone = await world.stranger()
    const checkOldName = () => world.profiles.checkUserName(someone, 'was_here')
    expect(await checkOldName()).toMatchObject({ available: false, reason: 'taken' })
    expect(await errorOf(world.profiles.setUp(await world.stranger(), form({ user_name: 'was_here' })))).toEqual(['user_name_taken'])
    const stored = async () =>
      (await sql<{ row: string }>`select released_user_names::text as row from released_user_names`.execute(database.db)).rows
    expect([await stored(), JSON.stringify(await stored()).includes('was_here')]).toEqual([[expect.anything()], false])
    vi.spyOn(world.clock, 'now').mockReturnValue(new Date(world.clock.now().getTime() + 90 * 86_400_000))
    expect(await checkOldName()).toMatchObject({ available: true, reason: null })
    await leave('left_later')
    vi.restoreAllMocks()
    expect(await stored()).toHaveLength(1)
  })
})

describe('changing the user name', () => {
  const DAY_MS = 86_400_000
  afterEach(() => vi.restoreAllMocks())
  const later = (days: number) => {
    const now = new Date(world.clock.now().getTime() + days * DAY_MS)
    vi.spyOn(world.clock, 'now').mockReturnValue(now)
  }
  const change = (uid: string, userName: string) => errorOf(world.profiles.changeUserName(uid, userName))
  const ownersOf = (...names: string[]) => Promise.all(names.map((name) => world.profiles.ownerOf(name)))

  test('is possible once in 30 days, and the error contains the next possible day', async () => {
    const uid = await world.person('old.one', 'Lena')
    expect(await world.profiles.ownUserName(uid)).toEqual({ user_name: 'old.one', changeable_at: null })
    const changeableAt = new Date(world.clock.now().getTime() + 30 * DAY_MS).toISOString()
    world.events.splice(0)
    expect(await world.profiles.changeUserName(uid, 'new.one')).toEqual({ user_name: 'new.one', changeable_at: changeableAt })
    expect(world.events).toEqual([{ kind: 'person.changed', by: uid }])
    expect((await world.profiles.get(uid))?.card).toMatchObject({ user_name: 'new.one', name: 'Lena' })
    expect(await change(uid, 'next.one')).toEqual(['user_name_too_soon'])
    expect(await change(uid, 'new.one')).toBeNull()
    later(30)
    expect(await change(uid, 'next.one')).toBeNull()
  })

  test('finds the user by the old name for 90 days, despite search filters, and never another user', async () => {
    const uid = await world.person('seeker.old', 'Tarik')
    await world.profiles.changeUserName(uid, 'brand.new')
    expect(await found('seeker.old')).toEqual(['brand.new'])
    expect(await found('@Seeker.Old')).toEqual(['brand.new'])
    expect(await found('seeker.ol')).toEqual([])
    expect(await ownersOf('brand.new', 'seeker.old', 'seeker.ol')).toEqual([uid, uid, null])
    expect(await search('seeker.old', [(other) => sql<boolean>`${other} <> ${uid}`])).toEqual([])
    later(89)
    expect(await found('seeker.old')).toEqual(['brand.new'])
    expect(await ownersOf('seeker.old')).toEqual([uid])
    later(1)
    expect(await found('seeker.old')).toEqual([])
    expect(await ownersOf('brand.new', 'seeker.old')).toEqual([uid, null])
  })

  test('reserves the old name for its user, who may take it back', async () => {
    const uid = await world.person('resting')
    const other = await world.person('other.user')
    await world.profiles.changeUserName(uid, 'awake')
    expect(await world.profiles.checkUserName(other, 'resting')).toMatchObject({ available: false, reason: 'taken' })
    expect(await change(other, 'resting')).toEqual(['user_name_taken'])
    expect(await errorOf(world.profiles.setUp(await world.stranger(), form({ user_name: 'resting' })))).toEqual(['user_name_taken'])
    later(30)
    expect(await world.profiles.checkUserName(uid, 'resting')).toMatchObject({ available: true })
    expect(await change(uid, 'resting')).toBeNull()
    expect(await found('awake')).toEqual(['resting'])
  })

  test('rejects taken, reserved and malformed names without using up the change', async () => {
    const uid = await world.person('careful')
    await world.person('occupied')
    expect(await change(uid, 'occupied')).toEqual(['user_name_taken'])
    expect(await change(uid, 'admin')).toEqual(['user_name_taken'])
    expect(await change(uid, 'Has Space')).toEqual(['invalid_input', 'user_name'])
    expect(await change(await world.stranger(), 'nobody.yet')).toEqual(['not_found'])
    expect(await world.profiles.ownUserName(uid)).toEqual({ user_name: 'careful', changeable_at: null })
    expect(await found('careful')).toEqual(['careful'])
  })

  test('gives a name to only one of two users who request it at the same time, and never while it is being released', async () => {
    const [first, second] = [await world.person('racer.one'), await world.person('racer.two')]
    const results = await Promise.all([change(first, 'the.goal'), change(second, 'the.goal')])
    expect(results.toSorted((a) => (a === null ? -1 : 1))).toEqual([null, ['user_name_taken']])
    const [leaving, waiting] = [await world.person('leaving'), await world.stranger()]
    const taken = await Promise.all([change(leaving, 'left'), errorOf(world.profiles.setUp(waiting, form({ user_name: 'leaving' })))])
    expect(taken).toEqual([null, ['user_name_taken']])
  })

  test('is in the export, and the old names of a deleted account stay reserved but find no one', async () => {
    const data = profilesPersonalData({ db: database.db, clock: world.clock, deleted: world.profiles.deleted })
    const uid = await world.person('exported.old')
    await world.profiles.changeUserName(uid, 'exported.new')
    const files: string[] = []
    for await (const file of data.collect(uid, new Set())) files.push(Buffer.from(await file.bytes()).toString())
    expect(JSON.parse(files.join(''))).toMatchObject({
      user_name: 'exported.new',
      user_name_changed: world.clock.now().toISOString(),
      former_user_names: [{ sha256: createHash('sha256').update('exported.old').digest('hex') }],
    })
    await database.db.transaction().execute(async (tx) => {
      await data.eraseRows?.(tx, uid)
      await sql`delete from people where uid = ${uid}`.execute(tx)
    })
    const other = await world.person('someone.else')
    expect(await found('exported.old')).toEqual([])
    expect([await change(other, 'exported.old'), await change(other, 'exported.new')]).toEqual([['user_name_taken'], ['user_name_taken']])
  })
})
