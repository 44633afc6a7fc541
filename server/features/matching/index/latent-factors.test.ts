import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Audience } from '#contract/people.ts'
import { createMatchIndex } from './match-index.ts'
import { DIMENSIONS, MIN_TRAINING_USERS, trainLatentFactors, embeddingSimilarity, type LatentFactors } from './latent-factors.ts'
import type { IndexedRow } from './index-rows.ts'
import { tasteOf, type TasteItem, type Taste } from './taste-vector.ts'

const SCENES = 10
const ITEMS_PER_SCENE = 30
const EACH = 8
const PEOPLE = 420
const sceneOf = (person: number): number => person % SCENES
/** Every user loves a few items of one scene, many without shared ones, and a hit that all love. */
const itemsOf = (person: number): number[] => {
  const first = 1 + sceneOf(person) * ITEMS_PER_SCENE
  return [0, ...new Set(Array.from({ length: EACH }, (_, index) => first + (scattered(person * EACH + index) % ITEMS_PER_SCENE)))]
}
function scattered(place: number): number {
  const mixed = Math.imul(place + 1, 0x9e3779b1)
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 8
}
const loved = (item: number): TasteItem => ({ item, kind: 'artist', weight: 1, bars: [] })
const tastes = Array.from({ length: PEOPLE }, (_, person) => tasteOf(itemsOf(person).map(loved)))

function trained(from: readonly Taste[]): { factors: LatentFactors | null; steps: number } {
  const training = trainLatentFactors({ size: from.length, tasteOf: (place) => from[place]! })
  for (let steps = 1; ; steps++) {
    const { done, value } = training.next()
    if (done) return { factors: value, steps }
  }
}

describe('similar embeddings', () => {
  test('are users with co-occurring taste, even without shared items', () => {
    const { factors } = trained(tastes)
    const ofScene = (scene: number, from: number): Taste =>
      tasteOf([0, 3, 6, 9].map((index) => loved(1 + scene * ITEMS_PER_SCENE + ((from + index) % ITEMS_PER_SCENE))))
    for (let scene = 0; scene < SCENES; scene++) {
      const first = factors!.embed(ofScene(scene, 0))
      const other = (scene + 3) % SCENES
      expect(embeddingSimilarity(first, factors!.embed(ofScene(scene, 1)))).toBeGreaterThan(
        2 * embeddingSimilarity(first, factors!.embed(ofScene(other, 1))),
      )
    }
  })

  test('are deterministic and are trained in steps', () => {
    const [first, second] = [trained(tastes), trained(tastes)]
    expect(first.factors!.embed(tastes[5]!)).toEqual(second.factors!.embed(tastes[5]!))
    expect(trained([...tastes, ...tastes, ...tastes]).steps).toBeGreaterThan(first.steps)
  })

  test('are trained in more steps where there are more items, so that no step is long', () => {
    const pairsLoving = (each: number): Taste[] =>
      Array.from({ length: PEOPLE }, (_, person) =>
        tasteOf(Array.from({ length: each }, (_item, index) => loved(Math.floor(person / 2) * each + index))),
      )
    expect(trained(pairsLoving(60)).steps).toBeGreaterThan(trained(pairsLoving(2)).steps)
  })

  test('are not trained from a few users, and a user without trained items has no factors', () => {
    expect(trained(tastes.slice(0, MIN_TRAINING_USERS - 1)).factors).toBeNull()
    const { factors } = trained(tastes)
    const nowhere = factors!.embed(tasteOf([loved(9_999)]))
    expect(embeddingSimilarity(nowhere, factors!.embed(tastes[0]!))).toBe(0)
    expect(embeddingSimilarity(nowhere, nowhere)).toBe(0)
    expect(factors!.embed(tastes[0]!)).toHaveLength(DIMENSIONS)
  })

  test('a crowd with identical or disjoint tastes is handled', () => {
    const same = Array.from({ length: PEOPLE }, () => tastes[0]!)
    expect(embeddingSimilarity(trained(same).factors!.embed(tastes[0]!), trained(same).factors!.embed(tastes[0]!))).toBe(1)
    const apart = Array.from({ length: PEOPLE }, (_, person) => tasteOf([loved(person)]))
    expect(trained(apart).factors!.embed(apart[0]!)).toHaveLength(0)
  })
})

describe('the index', () => {
  const itemIds = Array.from({ length: 1 + SCENES * ITEMS_PER_SCENE }, () => randomUUID())
  const uids = Array.from({ length: PEOPLE }, () => randomUUID())
  const rowsOf = (person: number, shownTo: Audience = 'everyone', allowed: Partial<IndexedRow> = {}): IndexedRow[] =>
    itemsOf(person).map((item) => ({ itemId: itemIds[item]!, weight: 1, shownTo, counts: true, ...allowed }))

  function filledIndex() {
    const index = createMatchIndex()
    index.register(itemIds.map((id) => ({ id, kind: 'artist', bars: [], by: null })))
    uids.forEach((uid, person) => index.put(uid, rowsOf(person)))
    return index
  }

  test('has no embeddings before training, trains once, and again after a quarter of the crowd changed', () => {
    const index = filledIndex()
    const before = index.pair(uids[1]!, uids[11]!, 'everyone')
    expect(before.parts.listeners).toBe(0)
    while (index.train());
    const after = index.pair(uids[1]!, uids[11]!, 'everyone')
    expect(after.parts.listeners).toBeGreaterThan(0)
    expect(after.shared.map(({ itemId, holders }) => [itemId, holders])).toEqual(
      before.shared.map(({ itemId, holders }) => [itemId, holders]),
    )
    expect(index.train()).toBe(false)
    for (let person = 0; person < PEOPLE / 7; person++) index.put(uids[person]!, rowsOf(person).slice(1))
    expect(index.train()).toBe(true)
  })

  test('ignores private and uncounted rows in embeddings', () => {
    const index = filledIndex()
    while (index.train());
    const similarity = (a: string, b: string, closeness: 'everyone' | 'buddies' = 'everyone') => index.pair(a, b, closeness).parts.listeners
    const [first, other] = [uids[1]!, uids[11]!]
    expect(similarity(first, other)).toBeGreaterThan(0.05)
    index.put(first, rowsOf(1, 'buddies'))
    expect(similarity(first, other)).toBe(0)
    expect(similarity(first, other, 'buddies')).toBeGreaterThan(0.05)
    index.put(first, rowsOf(1, 'everyone', { counts: false }))
    expect(similarity(first, other, 'buddies')).toBe(0)
    index.put(first, rowsOf(1))
    expect(similarity(first, other)).toBeGreaterThan(0.05)
  })
})
