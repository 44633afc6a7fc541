import { expect, test } from 'vitest'
import type { Item } from '#contract/media.ts'
import { PRINT_BARS, type Genre } from '#contract/taste/print.ts'
import { dislikesOf, onePerCreator, penaltyFactor } from './feedback.ts'

const item = (id: string, name: string, by: string | null = null): Item => ({
  id,
  kind: by === null ? 'artist' : 'track',
  name,
  by,
  spotify_id: null,
  youtube_id: null,
})
const inBars = (itemId: string, ...bars: Genre[]) => ({ itemId, bars: bars.map((bar) => PRINT_BARS.indexOf(bar)) })
const disliked = (...attributes: [id: string, bars: Genre[]][]) =>
  dislikesOf(
    attributes.map(([id]) => id),
    new Map(attributes.map(([id]) => [id, item(id, id)])),
    new Map(attributes.map(([id, bars]) => [id, { bars }])),
  )

test('lowers similar items by their similarity, never to zero', () => {
  const dislikes = disliked(['a', ['metal', 'rock']])
  const relevances = [inBars('b', 'metal', 'rock'), inBars('c', 'metal', 'jazz'), inBars('d', 'jazz'), inBars('e')].map((found) =>
    penaltyFactor(dislikes, found),
  )
  expect(relevances[0]).toBeLessThan(relevances[1]!)
  expect(relevances[1]).toBeLessThan(1)
  expect(relevances.slice(2)).toEqual([1, 1])
  expect(penaltyFactor(dislikes, inBars('a', 'metal', 'rock'))).toBe(0)
  const often = disliked(...Array.from({ length: 50 }, (_, index): [string, Genre[]] => [`${index}`, ['metal']]))
  expect(penaltyFactor(often, inBars('b', 'metal'))).toBeLessThan(relevances[0]!)
  expect(penaltyFactor(often, inBars('b', 'metal'))).toBeGreaterThan(0)
})

test('keeps the first item of each creator, in any case', () => {
  expect(
    onePerCreator([
      { item: item('1', 'Rust', 'Yussef Dayes') },
      { item: item('2', 'yussef dayes') },
      { item: item('3', 'Keep On', 'Alfa Mist') },
    ]).map((found) => found.item.id),
  ).toEqual(['1', '3'])
  expect(disliked(['Alfa Mist', []]).creators.has('alfa mist')).toBe(true)
})
