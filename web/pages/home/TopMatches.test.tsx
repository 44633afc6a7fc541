import { expect, it } from 'vitest'
import type { SuggestedPerson } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { MatchTile, newMatches } from './TopMatches.tsx'

const print = Array.from({ length: 28 }, () => 0)
const card = (basis: SuggestedPerson['basis']): SuggestedPerson =>
  ({
    person: { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'ann', name: 'Ann', avatar_url: null },
    relation: 'none',
    mutual_count: 2,
    basis,
    prints: { mine: print, theirs: print },
    match: { percent: 60, shared_artists: 3, shared_channels: 1, shared_items: 4, shared: [], rarest: null },
  }) as unknown as SuggestedPerson

it.each([
  ['mutual_buddies', '2 mutual buddies'],
  ['taste', '3 artists and 1 channel in common'],
] as const)('a tile suggested because of %s has the reason in a few words, which fit on its line', (basis, reason) => {
  const { container } = renderInApp(<MatchTile card={card(basis)} />)
  expect(container.querySelector('p > span')?.textContent).toBe(reason)
})

it('people who share nothing with the user come last, whatever their rank, and those with a request are left out', () => {
  const ranked = [0, 14, 0, 60, 30].map((percent, index) => {
    const first = card('mutual_buddies')
    return { ...first, person: { ...first.person, name: String(index) }, match: { ...first.match, percent } }
  })
  const withRequest = ranked.map((match) => (match.person.name === '3' ? { ...match, relation: 'asked' as const } : match))
  expect(newMatches(ranked).map(({ person }) => person.name)).toEqual(['1', '3', '4', '0'])
  expect(newMatches(withRequest).map(({ person }) => person.name)).toEqual(['1', '4', '0', '2'])
})
