import { expect, it } from 'vitest'
import { barAt, centerOf, gapBefore, placeLabels } from './print-layout.ts'

const bars = (music: number, video: number) => [
  ...Array.from({ length: music }, () => ({ kind: 'music' as const })),
  ...Array.from({ length: video }, () => ({ kind: 'video' as const })),
]

it('a gap separates music from video only when both are drawn', () => {
  expect([gapBefore(bars(3, 2)), gapBefore(bars(3, 0)), gapBefore(bars(0, 2)), gapBefore([])]).toEqual([3, -1, -1, -1])
})

it('bars share the width that the 12 px gap leaves', () => {
  const both = bars(2, 2)
  expect([0, 1, 2, 3].map((index) => centerOf(both, index, 112))).toEqual([12.5, 37.5, 74.5, 99.5])
  expect([0, 1].map((index) => centerOf(bars(2, 0), index, 100))).toEqual([25, 75])
})

it('a point belongs to the nearest bar, even in a gap or outside the print', () => {
  const both = bars(2, 2)
  expect([-5, 20, 52, 60, 200].map((x) => barAt(both, x, 112))).toEqual([0, 0, 1, 2, 3])
})

it('labels stay inside the drawing', () => {
  expect(
    placeLabels(
      [
        { center: 10, width: 40 },
        { center: 195, width: 40 },
      ],
      200,
    ),
  ).toEqual([0, 160])
})

it('leaves out a label that would touch a more important one', () => {
  const [first, second, third] = placeLabels(
    [
      { center: 100, width: 60 },
      { center: 150, width: 40 },
      { center: 180, width: 30 },
    ],
    200,
  )
  expect([first, second, third]).toEqual([70, null, 165])
})
