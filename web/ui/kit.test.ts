import { describe, expect, it } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { gradientOf, hashOf } from './gradient.ts'
import { initialsOf } from './text/initials.ts'
import { printBars, SHARED_FROM } from './print/print-bars.ts'

describe('taste print bars', () => {
  it('follow the order of the contract, music before video', () => {
    const bars = printBars(
      PRINT_BARS.map(() => 1),
      null,
    )
    expect(bars.map((bar) => bar.name)).toEqual([...PRINT_BARS])
    expect(bars.findIndex((bar) => bar.kind === 'video')).toBe(PRINT_BARS.indexOf('science'))
  })

  it('highlight only bars that both sides have', () => {
    const shared = printBars([1, SHARED_FROM, SHARED_FROM - 0.01, 0.9], [1, SHARED_FROM, 1, 0]).slice(0, 4)
    expect(shared.map((bar) => bar.shared)).toEqual([true, true, false, false])
  })

  it('highlight nothing in a single print', () => {
    expect(
      printBars(
        PRINT_BARS.map(() => 1),
        null,
      ).some((bar) => bar.shared),
    ).toBe(false)
  })

  it('accept missing and invalid heights, and leave out bars that neither user has', () => {
    expect(printBars([Number.NaN, 7, -1], null).map((bar) => bar.mine)).toEqual([1])
    expect(printBars([], null)).toEqual([])
  })
})

describe('gradients of missing pictures', () => {
  it('are the same for the same ID', () => {
    expect(gradientOf('a', 'artwork')).toEqual(gradientOf('a', 'artwork'))
  })

  it('cover the full circle of hues', () => {
    const ids = Array.from({ length: 360 }, (_, index) => `01890a5d-ac96-774b-bcce-${index.toString(16).padStart(12, '0')}`)
    const hueSectors = new Set(ids.map((id) => Math.floor((hashOf(id) % 360) / 30)))
    expect(hueSectors.size).toBe(12)
  })
})

describe('initials', () => {
  it('use the first and the last word, in any script', () => {
    expect(['Jonas Weir', 'mira', 'Ana de la Cruz', 'נועה לוי', '🎧 DJ', '  ', '山田 太郎'].map(initialsOf)).toEqual([
      'JW',
      'M',
      'AC',
      'נל',
      'D',
      '',
      '山太',
    ])
  })
})
