import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Recap, RecapItem, RecapPlayed } from '#contract/taste/recaps.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { isQuiet, storyOf } from './story.ts'
import { RecapStory } from './RecapStory.tsx'

const jonas = { uid: '00000000-0000-4000-8000-000000000002', user_name: 'jonas', name: 'Jonas', avatar_url: null }
const PLAYED: RecapPlayed = {
  music: 12,
  video: 2,
  length: { ms: 4_200_000, is_estimate: false },
  before: { plays: 10, seconds: 3_000 },
  unit: 'day',
  parts: [{ from: '2026-11-16', to: '2026-11-16', music: 12, video: 2 }],
  bars: [],
  artists: [],
  tracks: [],
  channels: [],
}
const week: Recap = {
  kind: 'week',
  from: '2026-11-16',
  to: '2026-11-22',
  is_finished: true,
  older: null,
  newer: null,
  span: null,
  is_changed: false,
  played: PLAYED,
  fresh: [],
  closer: [{ person: jonas, before: 64, now: 71, why: null }],
  brought: [],
  activity: { saved: 4, shared: 1, discovered: 1 },
  gave: [],
  together: [],
  ideas: [],
}

const itemOf = (id: string): RecapItem['item'] => ({
  id,
  kind: 'artist',
  name: 'Little Simz',
  by: null,
  spotify_id: null,
  youtube_id: null,
})

function show() {
  const onClose = vi.fn<() => void>()
  renderInApp(<RecapStory recap={week} cards={storyOf(week)} onClose={onClose} />)
  const story = () => document.querySelector('.wl-story') ?? document.body
  return {
    onClose,
    story,
    press: (key: string) => fireEvent.keyDown(story(), { key }),
    title: () => screen.getByRole('heading').textContent,
  }
}

it('leaves out cards without data', () => {
  expect(storyOf(week)).toEqual(['played', 'closer'])
  const top: RecapItem = { item: itemOf('1'), plays: 3, before: 1, is_new: false }
  const played = { ...PLAYED, bars: [0, 4], artists: [top], tracks: [top, top] }
  expect(storyOf({ ...week, played, fresh: [top] })).toEqual(['played', 'tops', 'fresh', 'closer'])
  expect(storyOf({ ...week, played: { ...played, tracks: [] } })).toEqual(['played', 'bars', 'closer'])
  const together = [{ people: [jonas], at: '2026-11-18T20:00:00.000Z', items: 3, where: jonas.uid }]
  expect(storyOf({ ...week, together })).toEqual(['played', 'closer', 'both'])
  const brought = [{ ...top, by: jonas, how: 'sent' as const, at: '2026-11-18T20:00:00.000Z', where: jonas.uid }]
  expect(storyOf({ ...week, played, fresh: [top], brought, together })).toEqual(['played', 'tops', 'fresh', 'closer', 'brought', 'both'])
})

it('calls a week with one section quiet, and a longer period only without plays', () => {
  const alone = { ...week, closer: [] }
  const isQuietRecap = (kind: Recap['kind'], played = week.played) => isQuiet({ ...alone, kind, played })
  expect([isQuiet(week), isQuietRecap('week'), isQuietRecap('month'), isQuietRecap('month', null), isQuietRecap('year', null)]).toEqual([
    false,
    true,
    false,
    true,
    true,
  ])
})

it('moves with the arrow keys and closes after the last card', () => {
  const { onClose, press, title } = show()
  expect(title()).toBe('You played')
  press('ArrowRight')
  expect(title()).toBe('Closer to you')
  press('ArrowLeft')
  expect(title()).toBe('You played')
  press('ArrowRight')
  press('ArrowRight')
  expect(onClose).toHaveBeenCalledOnce()
})

it('moves by a swipe, the other way from right to left, and not by a vertical one', () => {
  const { story, title } = show()
  const swipe = (x: number, y: number) => {
    fireEvent.pointerDown(story(), { clientX: 200, clientY: 200 })
    fireEvent.pointerUp(story(), { clientX: 200 + x, clientY: 200 + y })
  }
  swipe(-80, 10)
  expect(title()).toBe('Closer to you')
  swipe(80, 10)
  expect(title()).toBe('You played')
  document.querySelector<HTMLElement>('.wl-story')?.style.setProperty('direction', 'rtl')
  swipe(80, 10)
  expect(title()).toBe('Closer to you')
})

it('is a dialog with an accessible name', () => {
  show()
  expect(screen.getByRole('dialog', { name: 'Your recap as a story' })).toBeTruthy()
})

it('shows saved, shared, and discovered items', () => {
  show()
  expect(screen.getByText('4 saved · 1 shared · 1 discovered')).toBeTruthy()
})

it('pauses while held, and a short tap moves on', () => {
  const { story, title } = show()
  const fireAt = (name: 'pointerDown' | 'pointerUp', timeStamp: number) => {
    const event = new MouseEvent(name.toLowerCase(), { bubbles: true, clientX: 10 })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    fireEvent(story(), event)
  }
  fireAt('pointerDown', 100)
  expect(story().getAttribute('data-held')).toBe('true')
  fireAt('pointerUp', 900)
  expect([story().getAttribute('data-held'), title()]).toEqual([null, 'You played'])
  fireAt('pointerDown', 1_000)
  fireAt('pointerUp', 1_100)
  expect(title()).toBe('Closer to you')
})

it('shows the buddy who moved closest above the others', () => {
  const amara = { ...jonas, uid: '00000000-0000-4000-8000-000000000003', name: 'Amara' }
  const closer = [...week.closer, { person: amara, before: 60, now: 58, why: null }]
  renderInApp(<RecapStory recap={{ ...week, closer }} cards={['closer']} onClose={() => undefined} />)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Jonas', 'Amara', 'Say hi to Jonas'])
  expect(screen.getByText('71%').parentElement?.textContent).toBe('64%71%')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['AAmara60%58%'])
})
