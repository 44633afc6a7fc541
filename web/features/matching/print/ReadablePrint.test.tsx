import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { printBars } from '#web/ui/print/print-bars.ts'
import { PrintTable } from './PrintTable.tsx'
import { ReadablePrint } from './ReadablePrint.tsx'

const heights = (some: Partial<Record<(typeof PRINT_BARS)[number], number>>) => PRINT_BARS.map((bar) => some[bar] ?? 0)
const jazz = PRINT_BARS.indexOf('jazz')

function show(inferred: readonly number[] = []) {
  renderInApp(<ReadablePrint mine={heights({ pop: 1, jazz: 0.8 })} label="your print" inferred={inferred} idle="Your taste print" />)
  return screen.getByRole('slider', { name: 'your print' })
}

it('reads its bars with the arrow keys, in text and as a table', () => {
  const drawing = show([jazz])
  expect(screen.getByText('Your taste print')).toBeDefined()
  fireEvent.keyDown(drawing, { key: 'ArrowRight' })
  expect(drawing.getAttribute('aria-valuetext')).toBe('Pop: 100')
  fireEvent.keyDown(drawing, { key: 'ArrowRight' })
  expect(screen.getByText('Jazz: 80 (inferred)')).toBeDefined()
  expect(screen.getAllByRole('columnheader', { hidden: true }).map((cell) => cell.textContent)).toEqual(['Kind', 'You'])
  expect(screen.getByText(/^Inferred: no source names/)).toBeDefined()
})

it('a table of two prints has the bars of both, and marks inferred ones', () => {
  const bars = printBars(heights({ pop: 1, jazz: 0.8 }), heights({ jazz: 0.4, news: 1 }))
  renderInApp(<PrintTable bars={bars} name="Jonas" inferred={[jazz]} />)
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => row.textContent)).toEqual(['KindYouJonas', 'Pop1000', 'Jazz (inferred)8040', 'News0100'])
})
