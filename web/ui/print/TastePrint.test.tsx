import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { TastePrint } from './TastePrint.tsx'

const heightsOf = (heights: Record<number, number>) => PRINT_BARS.map((_, index) => heights[index] ?? 0)

it('describes the print as text', () => {
  render(<TastePrint mine={heightsOf({ 0: 1 })} label="92% match: 14 artists in common" />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('92% match: 14 artists in common')
})

it('is decorative when its text is beside it', () => {
  render(<TastePrint mine={heightsOf({ 0: 1 })} label="" />)
  expect(screen.queryByRole('img')).toBeNull()
})

it('mirrors two prints, highlights only the shared bars, and leaves out empty ones', () => {
  const { container } = render(
    <TastePrint mine={heightsOf({ 0: 1, 1: 0.5 })} theirs={heightsOf({ 0: 0.4, 2: 0.9 })} label="" height={100} />,
  )
  const shared = [...container.querySelectorAll('[data-shared]')]
  expect(shared.map((bar) => bar.getAttribute('data-bar'))).toEqual([PRINT_BARS[0]])
  const heights = [...(shared[0]?.querySelectorAll<HTMLElement>(':scope > span') ?? [])].map((half) => half.style.height)
  expect(heights).toEqual(['100%', '40%'])
  expect([...container.querySelectorAll('[data-bar]')].map((bar) => bar.getAttribute('data-bar'))).toEqual(PRINT_BARS.slice(0, 3))
})

it('marks the selected bar, and the first video bar after music', () => {
  const { container } = render(<TastePrint mine={heightsOf({ 0: 1, 25: 1, 26: 1 })} label="" reading={1} />)
  expect(container.querySelector('[data-read]')?.getAttribute('data-bar')).toBe(PRINT_BARS[25])
  expect([...container.querySelectorAll('[data-gap]')].map((bar) => bar.getAttribute('data-bar'))).toEqual([PRINT_BARS[25]])
})
