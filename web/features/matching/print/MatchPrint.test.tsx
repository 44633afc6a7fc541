import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { Match } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { MatchPrint } from './MatchPrint.tsx'

const heights = (some: Partial<Record<(typeof PRINT_BARS)[number], number>>) => PRINT_BARS.map((bar) => some[bar] ?? 0)
const match: Match = {
  is_hidden: false,
  percent: 92,
  music_percent: 94,
  video_percent: 71,
  based_on: { artists: 64, channels: 21 },
  shared_artists: 14,
  shared_channels: 0,
  shared_items: 0,
  only_listeners: false,
  rarest: null,
  shared: [],
}
const prints = {
  mine: heights({ 'hip-hop': 1, rnb: 0.5, jazz: 0.1, talks: 0.8 }),
  theirs: heights({ 'hip-hop': 0.7, rnb: 0.9, news: 1, talks: 0.6 }),
}

function show(changed: { prints?: typeof prints; match?: Match } = {}) {
  return renderInApp(<MatchPrint match={match} prints={prints} person={{ name: 'Jonas Weir' }} {...changed} />).container
}
const drawing = () => screen.getByRole('slider', { name: /^92% match/ })
const valueText = () => drawing().getAttribute('aria-valuetext')
const press = (key: string) => fireEvent.keyDown(drawing(), { key })
const sentence = (container: Element) => container.querySelector('.wl-meet-sentence')?.textContent
const labels = (container: Element) =>
  [...container.querySelectorAll('.wl-print-label:not([data-left-out])')].map((label) => label.textContent)

let characterPx: number
beforeEach(() => {
  characterPx = 6
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(120)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, 0, this.textContent.length * characterPx, 16)
  })
})
afterEach(() => vi.restoreAllMocks())

it('without a selected bar, says where two users meet, and names those bars under the drawing', () => {
  const container = show()
  expect(sentence(container)).toBe('You meet in hip-hop, R&B and talks')
  expect(valueText()).toBe('You meet in hip-hop, R&B and talks')
  expect(labels(container).toSorted()).toEqual(['Hip-hop', 'Talks'])
})

it('leaves out a name that would touch another one, by the widths in which the browser draws them', () => {
  characterPx = 10
  const container = show()
  expect(labels(container)).toEqual(['Hip-hop'])
  expect(container.querySelectorAll('.wl-print-lead')).toHaveLength(1)
})

it('says that two users do not overlap yet', () => {
  const container = show({ prints: { ...prints, theirs: heights({ news: 1 }) } })
  expect(sentence(container)).toBe('You don’t share a top genre or topic')
  expect(labels(container)).toEqual([])
})

it('an arrow key shows the text of a bar, the others dim, and Escape shows the sentence again', () => {
  const container = show()
  fireEvent.focus(drawing())
  expect(container.querySelector('.wl-meet-bar')).toBeNull()
  press('ArrowRight')
  expect(valueText()).toBe('R&B: your #2, Jonas’s #1, shared')
  expect(container.querySelector('[data-reading] [data-read]')?.getAttribute('data-bar')).toBe('rnb')
  expect(container.querySelector('.wl-meet-bar')?.textContent).toBe('R&Byour #2 · Jonas’s #1')
  expect(container.querySelector('.wl-meet-sentence')?.hasAttribute('data-covered')).toBe(true)
  press('End')
  press('ArrowLeft')
  expect(valueText()).toBe('News: new to you, Jonas’s #1')
  press('Home')
  press('ArrowRight')
  press('ArrowRight')
  expect(valueText()).toBe('Jazz: your #3, new to Jonas')
  press('Escape')
  expect(valueText()).toBe('You meet in hip-hop, R&B and talks')
  expect(container.querySelector('[data-reading]')).toBeNull()
})

it('hovering shows the text of a bar until the pointer leaves', () => {
  const container = show()
  drawing().getBoundingClientRect = () => new DOMRect(0, 0, 512, 100)
  fireEvent.pointerMove(drawing(), { clientX: 150 })
  expect(container.querySelector('.wl-meet-bar')?.textContent).toContain('Hip-hop')
  fireEvent.pointerLeave(drawing(), { pointerType: 'mouse' })
  expect(container.querySelector('.wl-meet-bar')).toBeNull()
})

it('a tap shows the text of a bar until a tap elsewhere', () => {
  const container = show()
  drawing().getBoundingClientRect = () => new DOMRect(0, 0, 512, 100)
  fireEvent.pointerDown(drawing(), { clientX: 1, pointerType: 'touch' })
  fireEvent.pointerLeave(drawing(), { pointerType: 'touch' })
  expect(container.querySelector('.wl-meet-bar')?.textContent).toContain('R&B')
  fireEvent.pointerDown(document.body)
  expect(container.querySelector('.wl-meet-bar')).toBeNull()
})

it('inferred bars are marked', () => {
  show({ prints: { ...prints, inferred: { mine: [PRINT_BARS.indexOf('rnb')], theirs: [] } } as typeof prints })
  press('ArrowRight')
  expect(valueText()).toBe('R&B (inferred): your #2, Jonas’s #1, shared')
})

it('shows no part of a hidden match', () => {
  expect(show({ match: { ...match, is_hidden: true } }).textContent).toBe('')
})
