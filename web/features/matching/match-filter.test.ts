import { expect, it } from 'vitest'
import { isNarrowed, matchQueryOf, searchOf } from './match-filter.ts'

it('what people are narrowed down to stands in the address and comes back out of it', () => {
  const query = { filter: 'music', language: 'de', active: 'yes' } as const
  expect(matchQueryOf(new URLSearchParams(searchOf(query)))).toEqual(query)
  expect(searchOf({ filter: 'all' })).toEqual({})
})

it('nonsense in an address narrows nothing', () => {
  const query = matchQueryOf(new URLSearchParams('filter=food&language=Klingon&active=maybe'))
  expect([query, isNarrowed(query)]).toEqual([{ filter: 'all' }, false])
})
