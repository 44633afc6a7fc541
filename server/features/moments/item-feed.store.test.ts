import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { momentsWorld } from './moments.test-world.ts'

const ARTIST = '4Z8W4fKeB5YxbusRsdQVPb'
const TRACK = '3n3Ppam7vgaVa1iaRUc9Lp'
const item = randomUUID()
const link = (kind: string, id: string) => `https://open.spotify.com/${kind}/${id}`

let world: Awaited<ReturnType<typeof momentsWorld>>
let anna: Uid, ben: Uid, cleo: Uid

beforeAll(async () => {
  world = await momentsWorld()
  ;[anna, ben, cleo] = await world.trio()
  world.platformIds.set(item, [
    { source: 'spotify', externalId: ARTIST },
    { source: 'spotify', externalId: TRACK },
  ])
  await world.post(cleo, `public ${link('track', TRACK)}`)
  await world.post(cleo, `secret ${link('track', TRACK)}`, 'buddies')
  await world.post(ben, `for buddies ${link('artist', ARTIST)}`, 'buddies')
  await world.post(ben, 'about something else')
  await world.post(anna, `mine ${link('track', TRACK)}`, 'only_me')
})
afterAll(() => world.database.close())

const textsFor = async (viewer: Uid) => (await world.moments.feed(viewer, { item })).moments.map(({ text }) => text.split(' https')[0])

test('lists moments with a link of the item, as far as the viewer may see them', async () => {
  expect([await textsFor(anna), await textsFor(cleo)]).toEqual([
    ['mine', 'for buddies', 'public'],
    ['secret', 'public'],
  ])
  const { moments } = await world.moments.feed(anna, { item })
  expect(moments.map((moment) => [moment.is_buddy, moment.mine])).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ])
})

test('continues page by page', async () => {
  const first = await world.moments.feed(anna, { item, limit: 2 })
  const second = await world.moments.feed(anna, { item, limit: 2, cursor: first.next! })
  expect([first.moments.length, second.moments.map(({ text }) => text.split(' ')[0]), second.next]).toEqual([2, ['public'], null])
})

test('an unknown item has no moments', async () => {
  expect(await world.moments.feed(anna, { item: randomUUID() })).toEqual({ moments: [], next: null })
})

test('leaves out hidden moments, muted authors, and blocked ones', async () => {
  const [, , theirs] = (await world.moments.feed(anna, { item })).moments
  await world.moments.hide(anna, theirs!.id)
  expect(await textsFor(anna)).toEqual(['mine', 'for buddies'])
  await world.moments.unhide(anna, theirs!.id)
  await world.connections.mute(anna, ben)
  expect(await textsFor(anna)).toEqual(['mine', 'public'])
  await world.connections.block(cleo, anna)
  expect(await textsFor(anna)).toEqual(['mine'])
})
