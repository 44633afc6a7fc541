import { cleanup, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MatchPart } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { MatchParts } from './MatchParts.tsx'

const names = ['artists', 'tracks', 'genres', 'channels', 'topics', 'listeners'] as const

function bars(parts: readonly MatchPart[], percent: number | null) {
  cleanup()
  renderInApp(<MatchParts parts={parts} percent={percent} />)
  return screen.getAllByRole('listitem').map((row) => ({
    points: row.querySelector('.wl-match-part-points')?.textContent ?? null,
    length: Number.parseFloat(row.querySelector<HTMLElement>('.wl-match-part-track > span')?.style.width ?? ''),
  }))
}

it('bars are ordered by their points', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 6, maxLength: 6 }), (all) => {
      const percent = all.reduce((sum, value) => sum + value, 0)
      const drawn = bars(
        names.map((part, index) => ({ part, points: all[index] ?? 0, shared: 1 })),
        percent,
      ).map(({ points, length }) => ({ points: Number(points), length }))
      for (const part of drawn)
        for (const second of drawn) expect(Math.sign(part.length - second.length)).toBe(Math.sign(part.points - second.points))
      expect(drawn.reduce((sum, { points }) => sum + points, 0)).toBe(percent)
    }),
    { numRuns: 25 },
  )
})

it('shows neither points nor bars without a percentage', () => {
  expect(bars([{ part: 'artists', points: 0, shared: 2 }], null)).toEqual([{ points: null, length: 0 }])
})
