import { expect, it } from 'vitest'
import { personMatches } from './person-matches.ts'

it.each([
  ['bjork', true],
  ['BJÖRK', true],
  ['gud bjo', true],
  ['@bjorkg', true],
  ['', true],
  ['  ', true],
  ['bjorn', false],
])('"%s" finds Björk Guðmundsdóttir: %s', (typed, found) => {
  expect(personMatches({ name: 'Björk Guðmundsdóttir', user_name: 'bjorkg' }, typed)).toBe(found)
})
