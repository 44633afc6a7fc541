import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { limits } from '#contract/limits.ts'
import type { Folder } from '#contract/taste/folders.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { createMedia } from '../media.service.ts'
import { foldersPersonalData } from './folders.personal.ts'
import { createFolders, type Folders } from './folders.service.ts'
import { createFolderStore } from './folders.store.ts'
import { errorCode } from '#tests/kit/error-code.ts'

const video = (letter: string) => `https://www.youtube.com/watch?v=${letter.repeat(11)}`
const newId = () => newUuidv7(Date.now())

let database: Database
let world: ReturnType<typeof peopleWorld>
let folders: Folders
/** Who may see each moment. */
const moments = new Map<string, Set<Uid>>()
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  world = peopleWorld(db)
  const media = createMedia({ db, clock: world.clock, newId: randomUUID })
  await media.resolve([{ kind: 'video', name: 'Rain', by: 'Films', youtube_id: 'a'.repeat(11) }])
  folders = createFolders({
    db,
    clock: world.clock,
    media,
    cards: world.profiles.cards,
    canSeeMoment: async (viewer, id) => moments.get(id)?.has(viewer) === true,
    postMoment: async (viewer, { id, text, audience }) => {
      await sql`insert into moments (id, author_uid, text, audience, posted_at) values (${id}, ${viewer}, ${text}, ${audience}, now())`.execute(
        db,
      )
      moments.set(id, new Set([viewer, ben]))
    },
  })
})
afterAll(() => database.close())

let count = 0
let anna: Uid
let ben: Uid
let eve: Uid
let id: string
beforeEach(async () => {
  count++
  anna = await world.person(`anna${count}`, 'Anna')
  ben = await world.person(`ben${count}`, 'Ben')
  eve = await world.person(`eve${count}`, 'Eve')
  id = newId()
  await folders.create(anna, { id, name: '10 films for rain' })
})

const save = (letter: string, more = {}) => folders.save(anna, id, { id: newId(), link: video(letter), note: '', ...more })
const letters = ({ items }: Folder) => items.map(({ link }) => link.id?.slice(0, 1)).join('')

test('a folder keeps its items in order with their notes, and each link once', async () => {
  await save('a', { note: 'the harbor' })
  await save('b')
  await save('c')
  expect(letters(await save('b'))).toBe('abc')
  const ordered = await folders.get(anna, id)
  const [a, b, c] = ordered.items.map((item) => item.id)
  if (!a || !b || !c) throw new Error('expected three items')
  expect(letters(await folders.change(anna, id, { order: [c, a] }))).toBe('cab')
  expect((await folders.setNote(anna, id, b, 'at night')).items.at(-1)).toMatchObject({ note: 'at night', item: null })
  expect(letters(await folders.removeItem(anna, id, a))).toBe('cb')
  expect(letters(await save('a', { id: a, place: 1, note: 'the harbor' }))).toBe('cab')
  expect((await folders.get(anna, id)).items[1]).toMatchObject({ id: a, note: 'the harbor', item: { name: 'Rain', by: 'Films' } })
})

test('a folder is created with links in order, each once, and only with supported ones', async () => {
  const other = newId()
  const links = [video('b'), video('a'), `${video('b')}&t=4`]
  expect(letters(await folders.create(anna, { id: other, name: 'Played together', links }))).toBe('ba')
  expect(letters(await folders.create(anna, { id: other, name: 'Again', links: [video('c')] }))).toBe('ba')
  expect(await errorCode(folders.create(anna, { id: newId(), name: 'No', links: ['https://example.org/'] }))).toBe('invalid_input')
})

test('creating a folder again returns it when there is no room for more', async () => {
  await sql`insert into folders (id, uid, name, created_at, changed_at)
    select gen_random_uuid(), ${anna}, 'Full', now(), now() from generate_series(2, ${limits.folders.max}::int)`.execute(database.db)
  expect(await errorCode(folders.create(anna, { id: newId(), name: 'One more' }))).toBe('no_room')
  expect((await folders.create(anna, { id, name: 'Again' })).name).toBe('10 films for rain')
})

test('the list has the number of items per folder, and the folders that contain a link', async () => {
  const { items } = await save('a')
  const other = newId()
  await folders.create(anna, { id: other, name: 'Other' })
  const listed = await folders.list(anna, `${video('a')}&t=4`)
  expect(listed.map(({ name, count: size, saved_as: savedAs }) => [name, size, savedAs])).toEqual(
    expect.arrayContaining([
      ['10 films for rain', 1, items[0]?.id],
      ['Other', 0, null],
    ]),
  )
  expect(await folders.list(ben, undefined)).toEqual([])
})

test('counts the items added in a period, without deleted folders', async () => {
  const store = createFolderStore(database.db)
  const since = world.clock.now()
  await save('a')
  await save('b')
  world.clock.pass(60_000)
  const until = world.clock.now()
  await save('c')
  expect(await store.countAdded(anna, { since, until })).toBe(2)
  expect(await store.countAdded(ben, { since, until })).toBe(0)
  await folders.remove(anna, id)
  expect(await store.countAdded(anna, { since, until })).toBe(0)
})

test('a deleted folder comes back within an hour, and not later', async () => {
  await save('a')
  await folders.remove(anna, id)
  expect([await folders.list(anna, undefined), await errorCode(folders.get(anna, id))]).toEqual([[], 'not_found'])
  expect(letters(await folders.restore(anna, id))).toBe('a')
  await folders.change(anna, id, { name: 'Rain' })
  await folders.remove(anna, id)
  world.clock.pass(61 * 60_000)
  expect(await errorCode(folders.restore(anna, id))).toBe('not_found')
})

test('a folder is private until it is posted; then users who see the moment can view it, but not change it', async () => {
  const { items } = await save('a')
  const itemId = items[0]?.id ?? ''
  expect([await errorCode(folders.get(ben, id)), await errorCode(folders.get(eve, id))]).toEqual(['not_found', 'not_found'])
  const moment = newId()
  await folders.post(anna, id, { id: moment, text: 'For rain', audience: 'buddies' })
  expect(await folders.get(ben, id)).toMatchObject({ is_mine: false, owner: { name: 'Anna' }, moment_id: moment })
  expect(await errorCode(folders.get(eve, id))).toBe('not_found')
  const attempts = [
    folders.change(ben, id, { name: 'Mine' }),
    folders.remove(ben, id),
    folders.restore(ben, id),
    folders.save(ben, id, { id: newId(), link: video('b'), note: '' }),
    folders.setNote(ben, id, itemId, 'x'),
    folders.removeItem(ben, id, itemId),
    folders.post(ben, id, { id: newId(), text: 'x', audience: 'everyone' }),
    folders.create(ben, { id, name: 'Mine' }),
  ]
  expect(await Promise.all(attempts.map(errorCode))).toEqual(attempts.map(() => 'not_found'))
  await sql`delete from moments where id = ${moment}`.execute(database.db)
  expect(await errorCode(folders.get(ben, id))).toBe('not_found')
  expect((await folders.get(anna, id)).moment_id).toBeNull()
})

test('other links are rejected', async () => {
  expect(await errorCode(folders.save(anna, id, { id: newId(), link: 'https://example.org/', note: '' }))).toBe('invalid_input')
})

test('folders are exported, and deleted with the account', async () => {
  await save('a', { note: 'the harbor' })
  const data = foldersPersonalData(database.db)
  const files = async () => {
    const texts: string[] = []
    for await (const { path, bytes } of data.collect(anna, new Set())) texts.push(path, Buffer.from(await bytes()).toString())
    return texts
  }
  const [path, text] = await files()
  expect(path).toBe(`saved/10 films for rain ${id}.json`)
  expect(text).toContain('the harbor')
  await data.eraseRows?.(database.db, anna)
  expect(await files()).toEqual([])
})
