import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Audience } from '#contract/people.ts'
import { createMatchIndex } from './match-index.ts'
import { DIMENSIONS, MIN_TRAINING_USERS, learnLatentFactors, embeddingSimilarity, type LatentFactors } from './latent-factors.ts'
import type { IndexedRow } from './index-rows.ts'
import { tasteOf, type TasteItem, type Taste } from './taste-vector.ts'

const SCENES = 10
const IN_A_SCENE = 30
const EACH = 8
const PEOPLE = 420
const sceneOf = (person: number): number => person % SCENES
/** Everybody loves things of one scene, a few each so that many share none of them, beside a hit that all love. */
const itemsOf = (person: number): number[] => {
  const first = 1 + sceneOf(person) * IN_A_SCENE
  return [0, ...new Set(Array.from({ length: EACH }, (_, at) => first + (scattered(person * EACH + at) % IN_A_SCENE)))]
}
function scattered(place: number): number {
  const mixed = Math.imul(place + 1, 0x9e3779b1)
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 8
}
const loved = (item: number): TasteItem => ({ item, kind: 'artist', weight: 1, bars: [] })
const tastes = Array.from({ length: PEOPLE }, (_, person) => tasteOf(itemsOf(person).map(loved)))

function learnt(from: readonly Taste[]): { listeners: LatentFactors | null; steps: number } {
  const learning = learnLatentFactors({ size: from.length, tasteOf: (place) => from[place]! })
  for (let steps = 1; ; steps++) {
    const { done, value } = learning.next()
    if (done) return { listeners: value, steps }
  }
}

describe('similar listeners', () => {
  test('are those who love what goes together, also where they share nothing', () => {
    const { listeners } = learnt(tastes)
    const ofScene = (scene: number, from: number): Taste =>
      tasteOf([0, 3, 6, 9].map((at) => loved(1 + scene * IN_A_SCENE + ((from + at) % IN_A_SCENE))))
    for (let scene = 0; scene < SCENES; scene++) {
      const one = listeners!.embed(ofScene(scene, 0))
      const other = (scene + 3) % SCENES
      expect(embeddingSimilarity(one, listeners!.embed(ofScene(scene, 1)))).toBeGreaterThan(
        2 * embeddingSimilarity(one, listeners!.embed(ofScene(other, 1))),
      )
    }
  })

  test('are the same again from the same crowd, to the last digit, and are learnt in steps', () => {
    const [first, second] = [learnt(tastes), learnt(tastes)]
    expect(first.listeners!.embed(tastes[5]!)).toEqual(second.listeners!.embed(tastes[5]!))
    expect(learnt([...tastes, ...tastes, ...tastes]).steps).toBeGreaterThan(first.steps)
  })

  test('are not learnt from a few people, and who loves nothing that was learnt stands nowhere', () => {
    expect(learnt(tastes.slice(0, MIN_TRAINING_USERS - 1)).listeners).toBeNull()
    const { listeners } = learnt(tastes)
    const nowhere = listeners!.embed(tasteOf([loved(9_999)]))
    expect(embeddingSimilarity(nowhere, listeners!.embed(tastes[0]!))).toBe(0)
    expect(embeddingSimilarity(nowhere, nowhere)).toBe(0)
    expect(listeners!.embed(tastes[0]!)).toHaveLength(DIMENSIONS)
  })

  test('a crowd that all loves the same, or has nothing in common, is no harm', () => {
    const same = Array.from({ length: PEOPLE }, () => tastes[0]!)
    expect(embeddingSimilarity(learnt(same).listeners!.embed(tastes[0]!), learnt(same).listeners!.embed(tastes[0]!))).toBe(1)
    const apart = Array.from({ length: PEOPLE }, (_, person) => tasteOf([loved(person)]))
    expect(learnt(apart).listeners!.embed(apart[0]!)).toHaveLength(0)
  })
})

describe('the index', () => {
  const things = Array.from({ length: 1 + SCENES * IN_A_SCENE }, () => randomUUID())
  const uids = Array.from({ length: PEOPLE }, () => randomUUID())
  const rowsOf = (person: number, shownTo: Audience = 'everyone', allowed: Partial<IndexedRow> = {}): IndexedRow[] =>
    itemsOf(person).map((item) => ({ itemId: things[item]!, weight: 1, shownTo, counts: true, ...allowed }))

  function filled() {
    const index = createMatchIndex()
    index.learn(things.map((id) => ({ id, kind: 'artist', bars: [], by: null })))
    uids.forEach((uid, person) => index.put(uid, rowsOf(person)))
    return index
  }

  test('knows nobody’s place before it has studied, studies once, and again after a quarter has changed', () => {
    const index = filled()
    const before = index.pair(uids[1]!, uids[11]!, 'everyone')
    expect(before.parts.listeners).toBe(0)
    while (index.study());
    const after = index.pair(uids[1]!, uids[11]!, 'everyone')
    expect(after.parts.listeners).toBeGreaterThan(0)
    expect(after.shared.map(({ itemId, holders }) => [itemId, holders])).toEqual(
      before.shared.map(({ itemId, holders }) => [itemId, holders]),
    )
    expect(index.study()).toBe(false)
    for (let person = 0; person < PEOPLE / 7; person++) index.put(uids[person]!, rowsOf(person).slice(1))
    expect(index.study()).toBe(true)
  })

  test('places nobody by what they keep to themselves, nor by what must not count', () => {
    const index = filled()
    while (index.study());
    const near = (one: string, other: string, closeness: 'everyone' | 'buddies' = 'everyone') =>
      index.pair(one, other, closeness).parts.listeners
    const [one, other] = [uids[1]!, uids[11]!]
    expect(near(one, other)).toBeGreaterThan(0.05)
    index.put(one, rowsOf(1, 'buddies'))
    expect(near(one, other)).toBe(0)
    expect(near(one, other, 'buddies')).toBeGreaterThan(0.05)
    index.put(one, rowsOf(1, 'everyone', { counts: false }))
    expect(near(one, other, 'buddies')).toBe(0)
    index.put(one, rowsOf(1))
    expect(near(one, other)).toBeGreaterThan(0.05)
  })
})
