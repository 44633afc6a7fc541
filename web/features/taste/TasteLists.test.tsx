import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { MatchInFull } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { TasteLists } from './TasteLists.tsx'

const shared = Array.from({ length: 11 }, (_, index) => ({
  item: { id: `id ${index}`, kind: 'artist', name: `Artist ${index}`, by: null, spotify_id: null, youtube_id: null },
  contribution: 0.01,
  here: { holders: 5 + index, users: 40 },
  world: null,
}))
// The part of a match that the lists use.
const match = { match: { shared }, person: { name: 'Jonas Weir' }, you_would_like: [], they_would_like: [] } as unknown as MatchInFull

it('shows the rarest shared items first, and all on request', () => {
  renderInApp(<TasteLists match={match} />)
  const names = () =>
    within(screen.getByRole('list'))
      .getAllByTitle(/^Artist/)
      .map((name) => name.textContent)
  expect(names()).toEqual(shared.slice(0, 6).map(({ item }) => item.name))
  fireEvent.click(screen.getByRole('button', { name: 'Show all 11: What you have in common' }))
  expect(names()).toEqual(shared.map(({ item }) => item.name))
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('list'))
})
