import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PRINT_BARS } from '#contract/print.ts'
import { TastePrint } from './TastePrint.tsx'

const at = (heights: Record<number, number>) => PRINT_BARS.map((_, index) => heights[index] ?? 0)

it('describes the print as text', () => {
  render(<TastePrint mine={at({ 0: 1 })} label="92% match: 14 artists in common" />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('92% match: 14 artists in common')
})

it('is decorative when its text is beside it', () => {
  render(<TastePrint mine={at({ 0: 1 })} label="" />)
  expect(screen.queryByRole('img')).toBeNull()
})

it('mirrors two prints, and highlights only what both have', () => {
  const { container } = render(<TastePrint mine={at({ 0: 1, 1: 0.5 })} theirs={at({ 0: 0.4, 2: 0.9 })} label="" height={100} />)
  const shared = [...container.querySelectorAll('[data-shared]')]
  expect(shared.map((bar) => bar.getAttribute('data-bar'))).toEqual([PRINT_BARS[0]])
  const [above, below] = [...(shared[0]?.querySelectorAll('rect') ?? [])].map((rect) => Number(rect.getAttribute('height')))
  expect(above).toBeGreaterThan(below ?? 0)
  expect(container.querySelectorAll('rect')).toHaveLength(PRINT_BARS.length * 2)
})
