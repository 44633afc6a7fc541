import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import type { IndexedRow } from './index-rows.ts'
import { MIN_AUTOENCODER_USERS } from './linear-autoencoder.ts'
import { createMatchIndex, type MatchIndex } from './match-index.ts'

const SCENES = 2
const ITEMS_PER_SCENE = 12
const ids: string[] = Array.from({ length: SCENES * ITEMS_PER_SCENE + 1 }, () => randomUUID())
const hidden = ids.at(-1)!
const sceneOf = (user: number): number => user % SCENES
/** Items of a scene: two tracks among artists. */
const kindOf = (item: number) => (item % ITEMS_PER_SCENE < 2 ? 'track' : 'artist')
const place = (item: string): number => ids.indexOf(item)

type Rows = Partial<IndexedRow> & { matchShownTo?: Audience }
/** Every user loves six of the twelve items of one scene. */
const itemsOf = (user: number): string[] =>
  Array.from({ length: 6 }, (_, index) => ids[sceneOf(user) * ITEMS_PER_SCENE + ((user * 5 + index * (1 + (user % 5))) % ITEMS_PER_SCENE)]!)

let index: MatchIndex
let viewer: Uid
beforeEach(() => {
  index = createMatchIndex()
  index.register(ids.map((id, item) => ({ id, kind: kindOf(item), bars: [], by: null })))
  viewer = randomUUID()
})

const row = (itemId: string, more: Rows = {}): IndexedRow => ({ itemId, weight: 1, shownTo: 'everyone', counts: true, ...more })

/** A crowd where many also love the `hidden` item, with their own items. */
function fill(users: number, ofHidden: Rows = {}): void {
  for (let user = 0; user < users; user++) {
    const extra = sceneOf(user) === 0 ? [row(hidden, ofHidden)] : []
    index.put(randomUUID(), [...itemsOf(user).map((id) => row(id)), ...extra], ofHidden.matchShownTo)
  }
  index.put(viewer, [row(ids[2]!), row(ids[3]!), row(ids[0]!)])
  while (index.train());
}
const suggested = (exponent = 0) => index.suggestItems(viewer, exponent).items.toSorted((a, b) => b.score - a.score)

test('suggests items of the user’s scene first, and names one of the user’s artists as the reason for each', () => {
  fill(MIN_AUTOENCODER_USERS)
  const found = suggested()
  const first = found.slice(0, 9).map(({ loved }) => place(loved.itemId))
  expect(first.every((item) => item < ITEMS_PER_SCENE || item === place(hidden))).toBe(true)
  expect(found.map(({ loved }) => loved.itemId)).not.toContain(ids[2])
  for (const { near, loved, score } of found) {
    expect([ids[2], ids[3]]).toContain(near)
    expect([score > 0, loved.kind]).toEqual([true, kindOf(place(loved.itemId))])
  }
})

test('suggests nothing in a small crowd, and stops when the crowd becomes small', () => {
  fill(MIN_AUTOENCODER_USERS - 2)
  expect(suggested()).toEqual([])
  index.clear()
  fill(MIN_AUTOENCODER_USERS)
  expect(suggested()).not.toEqual([])
  index.clear()
  fill(20)
  expect(suggested()).toEqual([])
})

test.each([
  ['count silently', { shownTo: 'only_me', silently: true }],
  ['are shown to buddies alone', { shownTo: 'buddies' }],
  ['do not count', { counts: false }],
] satisfies [string, Rows][])('never suggests items that %s', (_title, terms) => {
  fill(MIN_AUTOENCODER_USERS, terms)
  expect(suggested()).not.toEqual([])
  expect(suggested().map(({ loved }) => loved.itemId)).not.toContain(hidden)
})

test('ignores users who hide their match', () => {
  fill(MIN_AUTOENCODER_USERS, { matchShownTo: 'buddies' })
  expect(suggested()).toEqual([])
})

test('removes the popularity bias to the given degree', () => {
  fill(MIN_AUTOENCODER_USERS)
  const rankOfHit = (exponent: number): number => suggested(exponent).findIndex(({ loved }) => loved.itemId === hidden)
  expect(rankOfHit(0)).toBe(0)
  expect(rankOfHit(8)).toBeGreaterThan(0)
})

test('does not suggest an item that its users removed after the training', () => {
  const users = Array.from({ length: MIN_AUTOENCODER_USERS }, (_, user) => ({
    uid: randomUUID(),
    rows: itemsOf(user).map((id) => row(id)),
  }))
  const fans = users.slice(0, 12)
  for (const { uid, rows } of users) index.put(uid, rows)
  for (const { uid, rows } of fans) index.put(uid, [...rows, row(ids[2]!), row(hidden)])
  index.put(viewer, [row(ids[2]!), row(ids[3]!)])
  while (index.train());
  expect(suggested().map(({ loved }) => loved.itemId)).toContain(hidden)
  for (const { uid, rows } of fans) index.put(uid, rows)
  expect(suggested().map(({ loved }) => loved.itemId)).not.toContain(hidden)
})
