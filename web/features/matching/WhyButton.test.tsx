import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { SharedChips } from './SharedChips.tsx'
import { WhyButton } from './WhyButton.tsx'

const people = ['Amara Obi', 'Jonas Weir'].map((name, no) => ({
  uid: `018f0000-0000-7000-8000-00000000000${no}`,
  user_name: `user${no}`,
  name,
  avatar_url: null,
}))
const shared = Array.from({ length: 6 }, (_, no) => ({
  item: {
    id: `item ${no}`,
    kind: 'artist' as const,
    name: `Artist ${no}`,
    by: null,
    artwork_url: null,
    spotify_id: null,
    youtube_id: null,
  },
  contribution: 0.1,
  here: null,
  world: null,
}))

it('names the person in the labels of the buttons and links, without visible changes', () => {
  renderInApp(
    people.map((person) => (
      <div key={person.uid}>
        <WhyButton person={person} percent={60} />
        <SharedChips person={person} match={{ shared, rarest: null, shared_items: 13 }} />
      </div>
    )),
  )
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Why 60% with Amara Obi',
    'Why 60% with Jonas Weir',
  ])
  expect(screen.getAllByText('Why 60%')).toHaveLength(2)
  for (const name of ['Amara Obi', 'Jonas Weir']) expect(screen.getByRole('link', { name: `+8 more with ${name}` })).toBeTruthy()
})
