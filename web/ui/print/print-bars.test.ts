import { expect, it } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { meetingBars, printBars, rankOfBar } from './print-bars.ts'

type Heights = Partial<Record<(typeof PRINT_BARS)[number], number>>
const heights = (some: Heights) => PRINT_BARS.map((bar) => some[bar] ?? 0)
const pair = (mine: Heights, theirs: Heights) => printBars(heights(mine), heights(theirs))

it('leaves out bars that neither user has more than a trace of, and keeps the order', () => {
  const bars = pair({ jazz: 0.2, pop: 1, punk: 0.03 }, { news: 0.04, rock: 0.004, jazz: 0.01 })
  expect(bars.map(({ name }) => name)).toEqual(['pop', 'jazz', 'news'])
})

it('a bar lights up from 30 of 100 on both sides', () => {
  const bars = pair({ pop: 0.3, rock: 1, jazz: 0.29 }, { pop: 0.3, rock: 0.29, jazz: 1 })
  expect(bars.filter(({ shared }) => shared).map(({ name }) => name)).toEqual(['pop'])
})

it('invalid heights count as 0', () => {
  expect(printBars([Number.NaN, 2, -1], null).map(({ name, mine }) => [name, mine])).toEqual([[PRINT_BARS[1], 1]])
})

it('two users share the two tallest music bars and the tallest video bar', () => {
  const both: Heights = { 'hip-hop': 1, house: 0.9, pop: 0.4, talks: 0.8, film: 0.5 }
  expect(meetingBars(pair(both, both)).map(({ name }) => name)).toEqual(['hip-hop', 'house', 'talks'])
})

it('returns fewer shared bars, or none, when two users share fewer', () => {
  expect(meetingBars(pair({ film: 0.5, pop: 1 }, { film: 0.5 })).map(({ name }) => name)).toEqual(['film'])
  expect(meetingBars(pair({ pop: 1 }, { jazz: 1 }))).toEqual([])
})

it('unknown kinds are named only when nothing else is shared', () => {
  const other: Heights = { 'other-music': 1 }
  expect(meetingBars(pair({ ...other, jazz: 0.4 }, { ...other, jazz: 0.4 })).map(({ name }) => name)).toEqual(['jazz'])
  expect(meetingBars(pair(other, other)).map(({ name }) => name)).toEqual(['other-music'])
})

it('ranks a bar among the bars of its kind, for each user', () => {
  const bars = pair({ pop: 1, jazz: 0.5, talks: 0.2 }, { jazz: 1 })
  const ranks = bars.map((bar) => [bar.name, rankOfBar(bars, bar, 'mine'), rankOfBar(bars, bar, 'theirs')])
  expect(ranks).toEqual([
    ['pop', 1, null],
    ['jazz', 2, 1],
    ['talks', 1, null],
  ])
})
