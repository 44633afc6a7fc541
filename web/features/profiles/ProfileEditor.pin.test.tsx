import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Item } from '#contract/media.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { callKey, queryClient } from '#web/platform/query.ts'
import { PinField } from './ProfileEditor.tsx'

const uid = '0199d3a0-0000-4000-8000-000000000001'
const itemOf = (kind: 'track' | 'video', name: string, by: string): Item => ({
  id: crypto.randomUUID(),
  kind,
  name,
  by,
  spotify_id: null,
  youtube_id: null,
})

/** Shows the field for a user who loves these items. */
function show(tracks: Item[], videos: Item[]): { picked: () => Item | null | undefined } {
  const rows = (items: Item[]) => ({ rows: items.map((item) => ({ item })) })
  queryClient.setQueryDefaults([], { staleTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(callKey(tasteCalls.getMusic, { params: { uid } }), { tracks: rows(tracks) })
  queryClient.setQueryData(callKey(tasteCalls.getVideo, { params: { uid } }), { videos: rows(videos) })
  const onChange = vi.fn<(item: Item | null) => void>()
  renderInApp(<PinField uid={uid} value={null} onChange={onChange} />)
  return { picked: () => onChange.mock.lastCall?.[0] }
}

/** Types as a user does; the library takes a change without the focus for autofill. */
function type(field: HTMLElement, value: string): void {
  act(() => field.focus())
  fireEvent.change(field, { target: { value } })
}

test('finds the item to pin by a part of its name or its artist, without accents', () => {
  const deep = itemOf('track', 'Désert Night', 'Khruangbin')
  const { picked } = show([itemOf('track', 'Kerala', 'Bonobo'), deep], [itemOf('video', 'How pencils are made', 'Makers')])
  const field = screen.getByLabelText<HTMLInputElement>('Pinned on top', { selector: 'input:not([type=hidden])' })
  fireEvent.click(field)
  expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(3)
  type(field, 'desert khru')
  const found = screen.getAllByRole('option', { hidden: true })
  expect(found.map((option) => option.textContent)).toEqual(['Désert Night · Khruangbin'])
  fireEvent.click(found[0]!)
  expect(picked()).toEqual(deep)
})

test('says when nothing is found', () => {
  show([itemOf('track', 'Kerala', 'Bonobo')], [])
  const field = screen.getByLabelText('Pinned on top', { selector: 'input:not([type=hidden])' })
  fireEvent.click(field)
  type(field, 'zzz')
  expect(screen.getByText('Nothing found among your tracks and videos')).toBeTruthy()
})
