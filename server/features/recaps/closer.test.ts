import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { barMoves, broughtByBuddy, closerReason } from './closer.ts'

const [HOUSE, METAL] = [PRINT_BARS.indexOf('house'), PRINT_BARS.indexOf('metal')]
const print = PRINT_BARS.map((_, bar) => (bar === HOUSE || bar === METAL ? 0.8 : 0.1))
const moves = PRINT_BARS.map((_, bar) => (bar === HOUSE ? 0.2 : bar === METAL ? -0.3 : 0))
const [up, down] = [
  { before: 60, now: 71 },
  { before: 60, now: 58 },
]

test('names items that the buddy brought first, then shared ones, then the bar that grew', () => {
  const evidence = { brought: ['a'], fresh: ['b', 'c'], moves }
  const taste = { loves: new Set(['c']), print }
  expect(closerReason(up, evidence, taste)).toEqual({ kind: 'brought', itemId: 'a' })
  expect(closerReason(up, { ...evidence, brought: [] }, taste)).toEqual({ kind: 'found', itemId: 'c' })
  expect(closerReason(up, { ...evidence, brought: [], fresh: ['b'] }, taste)).toEqual({ kind: 'more', bar: HOUSE })
})

test('a match that fell has the bar of the buddy that the viewer played less', () => {
  expect(closerReason(down, { brought: ['a'], fresh: ['c'], moves }, { loves: new Set(['c']), print })).toEqual({
    kind: 'less',
    bar: METAL,
  })
})

test('there is no reason without an earlier match, and no reason about bars that the buddy hides', () => {
  const none = { brought: [], fresh: [] }
  const shown = { loves: new Set<string>(), print }
  expect(closerReason(up, { ...none, moves: null }, shown)).toBeNull()
  expect(closerReason(up, { ...none, moves }, { ...shown, print: PRINT_BARS.map(() => 0) })).toBeNull()
  expect(closerReason(up, { ...none, moves: moves.map((move) => move / 5) }, shown)).toBeNull()
})

test('the change of a bar compares its shares of all plays in both periods', () => {
  const artist = { kind: 'artist' as const, seconds: 0, untimed: 0, byPart: [] }
  const items = [
    { ...artist, itemId: 'house', plays: 3, before: 1 },
    { ...artist, itemId: 'metal', plays: 1, before: 1 },
  ]
  const found = barMoves(items, (itemId) => [itemId === 'house' ? 'house' : 'metal'])
  expect(found?.[HOUSE]).toBeCloseTo(0.25)
  expect(found?.[METAL]).toBeCloseTo(-0.25)
  expect(
    barMoves(
      items.map((item) => ({ ...item, before: 0 })),
      () => ['house'],
    ),
  ).toBeNull()
})

test('items belong to the buddy who brought them, in their order', () => {
  const items = ['x', 'y', 'z'].map((itemId) => ({
    itemId,
    kind: 'track' as const,
    plays: 1,
    seconds: 0,
    untimed: 0,
    before: 0,
    byPart: [],
  }))
  const by = new Map([
    ['x', 'jonas'],
    ['z', 'jonas'],
  ])
  expect(broughtByBuddy(items, (itemId) => by.get(itemId))).toEqual(new Map([['jonas', ['x', 'z']]]))
})
