import { expect, test } from 'vitest'
import type { Item } from '#contract/media.ts'
import { PRINT_BARS, type Genre } from '#contract/print.ts'
import { dislikesOf, oneOfEachMaker, worthAfter } from './feedback.ts'

const item = (id: string, name: string, by: string | null = null): Item => ({
  id,
  kind: by === null ? 'artist' : 'track',
  name,
  by,
  spotify_id: null,
  youtube_id: null,
})
const inBars = (itemId: string, ...bars: Genre[]) => ({ itemId, bars: bars.map((bar) => PRINT_BARS.indexOf(bar)) })
const disliked = (...facts: [id: string, bars: Genre[]][]) =>
  dislikesOf(
    facts.map(([id]) => id),
    new Map(facts.map(([id]) => [id, item(id, id)])),
    new Map(facts.map(([id, bars]) => [id, { bars }])),
  )

test('what is like something that is not liked falls back, the more like it the further, and never to nothing', () => {
  const dislikes = disliked(['a', ['metal', 'rock']])
  const worths = [inBars('b', 'metal', 'rock'), inBars('c', 'metal', 'jazz'), inBars('d', 'jazz'), inBars('e')].map((one) =>
    worthAfter(dislikes, one),
  )
  expect(worths[0]).toBeLessThan(worths[1]!)
  expect(worths[1]).toBeLessThan(1)
  expect(worths.slice(2)).toEqual([1, 1])
  expect(worthAfter(dislikes, inBars('a', 'metal', 'rock'))).toBe(0)
  const often = disliked(...Array.from({ length: 50 }, (_, at): [string, Genre[]] => [`${at}`, ['metal']]))
  expect(worthAfter(often, inBars('b', 'metal'))).toBeLessThan(worths[0]!)
  expect(worthAfter(often, inBars('b', 'metal'))).toBeGreaterThan(0)
})

test('of one maker the first thing stays, whatever its case', () => {
  expect(
    oneOfEachMaker([
      { item: item('1', 'Rust', 'Yussef Dayes') },
      { item: item('2', 'yussef dayes') },
      { item: item('3', 'Keep On', 'Alfa Mist') },
    ]).map((one) => one.item.id),
  ).toEqual(['1', '3'])
  expect(disliked(['Alfa Mist', []]).makers.has('alfa mist')).toBe(true)
})
