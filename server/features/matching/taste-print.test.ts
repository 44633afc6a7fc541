import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { inferredOf, printOf, type PrintItem } from './taste-print.ts'

const place = (bar: string): number => PRINT_BARS.findIndex((known) => known === bar)
const artist = (weight: number, ...bars: string[]): PrintItem => ({ kind: 'artist', weight, bars: bars.map(place) })
const channel = (weight: number, ...bars: string[]): PrintItem => ({ kind: 'channel', weight, bars: bars.map(place) })
const heights = (items: PrintItem[]): Record<string, number> =>
  Object.fromEntries(printOf(items).flatMap((height, index) => (height > 0 ? [[PRINT_BARS[index], height]] : [])))

test('scales music and video each to their highest bar', () => {
  expect(heights([artist(1, 'jazz'), artist(0.5, 'soul'), channel(0.1, 'science'), channel(0.05, 'talks')])).toEqual({
    jazz: 1,
    soul: 0.5,
    science: 1,
    talks: 0.5,
  })
})

test('an item spreads over its bars', () => {
  expect(heights([artist(1, 'jazz', 'soul'), artist(1, 'jazz')])).toEqual({ jazz: 1, soul: 0.333 })
})

test('items without bars count toward the bars “other music” and “other video”', () => {
  expect(heights([artist(1), { kind: 'track', weight: 1, bars: [] }, channel(1), { kind: 'video', weight: 1, bars: [] }])).toEqual({
    'other-music': 1,
    'other-video': 1,
  })
})

test('a track counts half of an artist', () => {
  expect(heights([artist(1, 'jazz'), { kind: 'track', weight: 1, bars: [place('punk')] }])).toEqual({ jazz: 1, punk: 0.5 })
})

test('an empty taste is a flat print with all bars', () => {
  expect(printOf([])).toEqual(PRINT_BARS.map(() => 0))
})

test('a bar is inferred when at least half of it comes from inferred items', () => {
  const guessed = (weight: number, ...bars: string[]): PrintItem => ({ ...artist(weight, ...bars), isInferred: true })
  expect(inferredOf([artist(1, 'jazz'), guessed(0.4, 'jazz'), guessed(0.2, 'punk'), channel(1, 'science')])).toEqual([place('punk')])
  expect(inferredOf([artist(0.4, 'jazz'), guessed(0.4, 'jazz')])).toEqual([place('jazz')])
  expect(inferredOf([artist(1, 'jazz')])).toEqual([])
})
