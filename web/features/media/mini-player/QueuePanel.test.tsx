import { afterEach, expect, test, vi } from 'vitest'
import { act, fireEvent, screen } from '@testing-library/react'
import type { Item } from '#contract/media.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { entriesOfItems } from '../queue/item-entries.ts'
import { QUEUE_KEY } from '../players/now-playing.store.ts'
import { queue } from '../queue/queue.store.ts'
import { QueuePanel } from './QueuePanel.tsx'

afterEach(() => vi.unstubAllGlobals())

const [first, second] = ['8'.repeat(22), '9'.repeat(22)] as const
const track = (name: string, minutes: number): Item => ({
  id: `00000000-0000-4000-8000-00000000000${minutes}`,
  kind: 'track',
  name,
  by: 'Bonobo',
  spotify_id: String(minutes).repeat(22),
  youtube_id: null,
  duration_ms: minutes * 60_000,
})

test('the queue shows the length of each item and the remaining time', () => {
  queue.playAll(entriesOfItems([track('Kerala', 4), track('Cirrus', 6), track('Migration', 5)], null))
  renderInApp(<QueuePanel onClose={() => undefined} />)
  expect(screen.getByText('2 left · 11 min')).toBeDefined()
  expect(screen.getAllByText(/^\d:00$/).map(({ textContent }) => textContent)).toEqual(['4:00', '6:00', '5:00'])
})

test('entries of a stored queue get their lengths once the catalog knows them, and keep them', async () => {
  const asked: unknown[] = []
  registerSession({ getToken: async () => 'token', uid: () => 'me' })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body))
    return new Response(JSON.stringify({ durations: { [first]: 250_000 } }))
  })
  queue.clear()
  queue.append([first, second].map((songId) => ({ playable: { kind: 'song', songId, title: '', by: '' }, title: '', by: '', from: null })))
  renderInApp(<QueuePanel onClose={() => undefined} />)
  expect(await screen.findByText('4:10')).toBeDefined()
  expect(asked).toEqual([{ ids: [first, second] }])
  expect(localStorage.getItem(`wl.${QUEUE_KEY}`)).toContain('"durationMs":250000')
})

test('the focus of a keyboard user stays in the queue when the pressed row is removed, played, or cleared', () => {
  queue.clear()
  queue.playAll(entriesOfItems([track('Kerala', 4), track('Cirrus', 6), track('Migration', 5), track('Outlier', 3)], null))
  renderInApp(<QueuePanel onClose={() => undefined} />)
  const press = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    act(() => button.click())
    return document.activeElement
  }
  expect(press('Remove Migration from the queue')).toBe(screen.getByRole('button', { name: 'Remove Outlier from the queue' }))
  expect(press('Remove Outlier from the queue')).toBe(screen.getByRole('button', { name: 'Remove Cirrus from the queue' }))
  expect(press('Remove Cirrus from the queue')).toBe(screen.getByRole('dialog', { name: 'Queue' }))
  act(() => queue.append(entriesOfItems([track('Migration', 5), track('Outlier', 3)], null)))
  expect(press('Play Migration now')).toBe(screen.getByRole('dialog', { name: 'Queue' }))
  expect(press('Clear what’s next')).toBe(screen.getByRole('dialog', { name: 'Queue' }))
})

test('announces the new position of a row that is moved with the arrow keys', () => {
  queue.clear()
  queue.playAll(entriesOfItems([track('Kerala', 4), track('Cirrus', 6), track('Migration', 5), track('Outlier', 3)], null))
  renderInApp(<QueuePanel onClose={() => undefined} />)
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('button', { name: 'Move Cirrus (arrow keys)' }), { key })
  expect(screen.getByRole('status').textContent).toBe('')
  press('ArrowDown')
  expect(screen.getByRole('status').textContent).toBe('Moved to 2 of 3')
  press('ArrowDown')
  press('ArrowDown')
  expect(screen.getByRole('status').textContent).toBe('Moved to 3 of 3')
  press('ArrowUp')
  expect(screen.getByRole('status').textContent).toBe('Moved to 2 of 3')
})
