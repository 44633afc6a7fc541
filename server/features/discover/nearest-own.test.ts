import { expect, test } from 'vitest'
import type { ItemKind } from '#contract/media.ts'
import type { LovedItem } from '#server/features/matching/index/match-index.ts'
import { nearestOwn } from './nearest-own.ts'

const loved = (itemId: string, { kind = 'artist', bars = [] }: { kind?: ItemKind; bars?: number[] } = {}): LovedItem => ({
  itemId,
  kind,
  weight: 1,
  bars,
  isInferred: false,
})
const people = (...uids: string[]) => uids.map((uid) => ({ uid }))
const own = (...entries: [LovedItem, string][]) => new Map(entries.map(([item, uids]) => [item, new Set(uids.split(' '))]))

test('is the item that most fans of an item share, not the most popular one', () => {
  const mine = own([loved('hit'), 'a b c d e f g h'], [loved('khruangbin'), 'a b c'])
  expect(nearestOwn(loved('mdou'), people('a', 'b', 'c'), mine)).toBe('khruangbin')
})

test('needs two users in common', () => {
  expect(nearestOwn(loved('mdou'), people('a', 'b'), own([loved('khruangbin'), 'a c']))).toBeNull()
})

test('belongs to the same kind of media, and shares a genre where both genres are known', () => {
  const mine = own([loved('vsauce', { kind: 'channel' }), 'a b'], [loved('folk', { bars: [1] }), 'a b'], [loved('unknown'), 'a b c'])
  expect(nearestOwn(loved('mdou', { bars: [2] }), people('a', 'b'), mine)).toBe('unknown')
  expect(nearestOwn(loved('cut', { kind: 'video' }), people('a', 'b'), mine)).toBe('vsauce')
})
