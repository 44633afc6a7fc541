import { expect, it } from 'vitest'
import { hasFilter, matchQueryOf, searchOf } from './match-filter.ts'

it('filters survive the round trip through the address', () => {
  const query = { filter: 'music', language: 'de', active: 'yes' } as const
  expect(matchQueryOf(new URLSearchParams(searchOf(query)))).toEqual(query)
  expect(searchOf({ filter: 'all' })).toEqual({})
})

it('invalid filters in an address are ignored', () => {
  const query = matchQueryOf(new URLSearchParams('filter=food&language=Klingon&active=maybe'))
  expect([query, hasFilter(query)]).toEqual([{ filter: 'all' }, false])
})
