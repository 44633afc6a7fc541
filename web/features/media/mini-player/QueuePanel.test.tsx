import { expect, test } from 'vitest'
import { screen } from '@testing-library/react'
import type { Item } from '#contract/media.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { entriesOfItems } from '../queue/item-entries.ts'
import { queue } from '../queue/queue.store.ts'
import { QueuePanel } from './QueuePanel.tsx'

const track = (name: string, minutes: number): Item => ({
  id: `00000000-0000-4000-8000-00000000000${minutes}`,
  kind: 'track',
  name,
  by: 'Bonobo',
  spotify_id: String(minutes).repeat(22),
  youtube_id: null,
  duration_ms: minutes * 60_000,
})

test('the queue shows the length of each item, and how long what is left takes', () => {
  queue.playAll(entriesOfItems([track('Kerala', 4), track('Cirrus', 6), track('Migration', 5)], null))
  renderInApp(<QueuePanel onClose={() => undefined} />)
  expect(screen.getByText('2 left · 11 min')).toBeDefined()
  expect(screen.getAllByText(/^\d:00$/).map(({ textContent }) => textContent)).toEqual(['4:00', '6:00', '5:00'])
})
