import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { fileDeletionsStore } from './file-deletions.store.ts'
import { uploadsStore, type UploadsStore } from './uploads.store.ts'
import type { StoredPicture } from './uploads.types.ts'

const NOW = new Date('2026-11-01T12:00:00.000Z')
const FIRST = '00000000-0000-0000-0000-000000000000'
let database: Database
let store: UploadsStore
let count = 0
let anna: Uid
let ben: Uid
beforeAll(async () => {
  database = await testDatabase()
  store = uploadsStore(database.db)
})
beforeEach(async () => {
  const world = peopleWorld(database.db)
  anna = await world.person(`anna${++count}`, 'Anna')
  ben = await world.person(`ben${count}`, 'Ben')
})
afterAll(() => database.close())

async function stored(uid: Uid, { bytes = 100, at = NOW, arrives = true } = {}): Promise<StoredPicture> {
  const id = randomUUID()
  const picture = { id, uid, path: `${uid}/${id}.webp`, smallPath: null, width: 4, height: 3, thumbhash: 'AAAA', alt: '', attachment: null }
  await store.insertPending(picture, bytes, at)
  if (arrives) await store.markStored(id)
  return picture
}
const chosen = (...pictures: StoredPicture[]) => pictures.map(({ id }, index) => ({ id, alt: `no. ${index}` }))

test('a picture exists once its bytes are stored, and counts for the quota from the start', async () => {
  const arriving = await stored(anna, { bytes: 70, arrives: false })
  expect([await store.picture(arriving.id), await store.bytesOf(anna)]).toEqual([null, 70])
  await store.markStored(arriving.id)
  expect([await store.picture(arriving.id), await store.bytesOf(anna), await store.bytesOf(ben)]).toEqual([arriving, 70, 0])
  await store.remove([arriving.id], NOW)
  expect([await store.picture(arriving.id), await store.bytesOf(anna)]).toEqual([null, 0])
})

test('pictures are attached in their order; a second choice detaches the others', async () => {
  const [first, second, third] = [await stored(anna), await stored(anna), await stored(anna)]
  const holder = { of: 'moment', id: randomUUID() } as const
  expect(await store.attach(anna, chosen(second, first), holder)).toBe(true)
  const attached = async () => (await store.attachedTo('moment', [holder.id])).map(({ id, alt }) => [id, alt])
  expect(await attached()).toEqual([
    [second.id, 'no. 0'],
    [first.id, 'no. 1'],
  ])
  expect(await store.attach(anna, chosen(third, second), holder)).toBe(true)
  expect((await attached()).map(([id]) => id)).toEqual([third.id, second.id])
  expect((await store.picture(first.id))?.attachment).toBeNull()
})

test('a user can’t attach another user’s picture, one attached elsewhere, or one still arriving', async () => {
  const [ofAnna, ofBen, elsewhere, arriving] = [
    await stored(anna),
    await stored(ben),
    await stored(anna),
    await stored(anna, { arrives: false }),
  ]
  await store.attach(anna, chosen(elsewhere), { of: 'message', id: randomUUID() })
  for (const other of [ofBen, elsewhere, arriving]) {
    expect(await store.attach(anna, chosen(ofAnna, other), { of: 'moment', id: randomUUID() })).toBe(false)
    await store.attach(anna, [], { of: 'moment', id: (await store.picture(ofAnna.id))?.attachment?.id ?? FIRST })
  }
})

test('deleting a picture queues its files; an unfinished upload is deleted after a timeout', async () => {
  const [gone, hanging, fresh] = [
    await stored(anna),
    await stored(anna, { arrives: false }),
    await stored(anna, { arrives: false, at: new Date(NOW.getTime() + 9e6) }),
  ]
  const queued = async () => {
    const paths = (await fileDeletionsStore(database.db).next(100)).map(({ path }) => path)
    return [gone, hanging, fresh].map(({ path }) => paths.includes(path))
  }
  await store.remove([gone.id], NOW)
  expect(await queued()).toEqual([true, false, false])
  const anHourLater = new Date(NOW.getTime() + 3.6e6)
  await store.removeStale(anHourLater, NOW)
  expect([await queued(), await store.removeStale(anHourLater, NOW)]).toEqual([[true, true, false], 0])
  expect([await store.markStored(hanging.id), await store.markStored(fresh.id)]).toEqual([false, true])
})

test('lists unattached and attached pictures page by page, only old enough ones', async () => {
  const [loose, attached, young] = [await stored(anna), await stored(anna), await stored(anna, { at: new Date(NOW.getTime() + 1_000) })]
  const holder = { of: 'message', id: randomUUID() } as const
  await store.attach(anna, chosen(attached), holder)
  const date = new Date(NOW.getTime() + 1)
  const ids = await store.listUnattached(date, FIRST, 1_000)
  expect([ids.includes(loose.id), ids.includes(attached.id), ids.includes(young.id)]).toEqual([true, false, false])
  expect(await store.listUnattached(date, ids.at(-1) ?? FIRST, 10)).toEqual([])
  expect(await store.attached('message', date, FIRST, 1_000)).toContainEqual({ id: attached.id, holderId: holder.id })
  expect(await store.attached('moment', date, FIRST, 1_000)).not.toContainEqual({ id: attached.id, holderId: holder.id })
})
