import { expect, test } from 'vitest'
import type { ItemKind } from '#contract/media.ts'
import { itemsWithoutLength, playLength } from './play-length.ts'

const item = (
  itemId: string,
  kind: ItemKind,
  plays: number,
  { seconds = 0, untimed = plays }: { seconds?: number; untimed?: number } = {},
) => ({
  itemId,
  kind,
  plays,
  seconds,
  untimed,
})
const durations = (entries: Record<string, number>) => new Map(Object.entries(entries))

test('reported lengths are exact', () => {
  const items = [item('song', 'track', 3, { seconds: 400, untimed: 0 })]
  expect(itemsWithoutLength(items)).toEqual([])
  expect(playLength(items, durations({}))).toEqual({ ms: 400_000, is_estimate: false })
})

test('plays without a reported length are as long as the item', () => {
  const items = [item('song', 'track', 3, { seconds: 100, untimed: 2 }), item('film', 'video', 2), item('maker', 'artist', 3)]
  expect(itemsWithoutLength(items)).toEqual(['song', 'film'])
  expect(playLength(items, durations({ song: 200_000, film: 600_000 }))).toEqual({
    ms: 100_000 + 2 * 200_000 + 2 * 600_000,
    is_estimate: true,
  })
})

test('plays of unknown length count like the average of their kind, or of all without one', () => {
  const known = durations({ song: 200_000 })
  expect(playLength([item('song', 'track', 3), item('other', 'track', 1)], known)).toEqual({ ms: 800_000, is_estimate: true })
  expect(playLength([item('song', 'track', 3), item('film', 'video', 1)], known)).toEqual({ ms: 800_000, is_estimate: true })
})

test('there is no total if the length of most plays is unknown', () => {
  expect(playLength([item('song', 'track', 1), item('other', 'track', 2)], durations({ song: 200_000 }))).toBeNull()
  expect(playLength([item('maker', 'artist', 4)], durations({}))).toBeNull()
  expect(playLength([], durations({}))).toBeNull()
})
