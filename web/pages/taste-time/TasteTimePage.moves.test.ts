import { expect, it } from 'vitest'
import { PRINT_BARS, type Genre, type Topic } from '#contract/taste/print.ts'
import { headline, movesOf } from './TasteTimePage.tsx'

const month = (heights: Partial<Record<Genre | Topic, number>>, index: number) => ({
  month: `2026-${String(index + 1).padStart(2, '0')}-01`,
  bars: Object.keys(heights).length === 0 ? null : PRINT_BARS.map((bar) => heights[bar] ?? 0),
})
const months = (...all: Partial<Record<Genre | Topic, number>>[]) => all.map(month)

it('compares the first months with the last ones and leaves out months without data', () => {
  const moves = movesOf(
    months(
      { 'indie-rock': 100, house: 0 },
      { 'indie-rock': 90, house: 10 },
      {},
      { 'indie-rock': 40, house: 60, talks: 100 },
      { 'indie-rock': 20, house: 100 },
    ),
  )
  expect(moves).toEqual([
    { bar: 'house', isMusic: true, before: 5, now: 80 },
    { bar: 'indie-rock', isMusic: true, before: 95, now: 30 },
  ])
  expect(headline(moves)).toMatchObject({ from: { bar: 'indie-rock' }, to: { bar: 'house' } })
})

it('has no changes with fewer than two months, or without a difference', () => {
  expect(movesOf(months({ jazz: 100 }))).toEqual([])
  expect(movesOf(months({ jazz: 100, pop: 20 }, { jazz: 100, pop: 25 }))).toEqual([])
  expect(headline([])).toEqual({})
})

it('the headline names the largest change, and the largest opposite one of the same kind', () => {
  const heights = (now: Partial<Record<Genre | Topic, number>>, before: Partial<Record<Genre | Topic, number>>) =>
    headline(movesOf(months(before, now)))
  // The largest fall is a video topic, and five bars moved more than the only fall in music.
  expect(
    heights({ house: 100, jazz: 90, soul: 80, latin: 70, folk: 60, pop: 40, talks: 100 }, { pop: 100, house: 1, news: 95, talks: 10 }),
  ).toMatchObject({ from: { bar: 'pop' }, to: { bar: 'house' } })
  expect(heights({ house: 100, jazz: 80 }, { house: 100, jazz: 10 })).toMatchObject({ to: { bar: 'jazz' } })
  expect(heights({ house: 100, jazz: 10 }, { house: 100, jazz: 80 })).toMatchObject({ from: { bar: 'jazz' } })
})
