import { expect, test } from 'vitest'
import { containsWords } from './plain-text.ts'

test.each([
  ['José Ángel', 'jose', true],
  ['Jose Angel', 'ángel JOSÉ', true],
  ['Søren Łukasz', 'soren luk', true],
  ['Weiß', 'WEISS', true],
  ['İpek', 'ipek', true],
  ['Jonas Weir @jonas', '@jon', true],
  ['Jonas Weir', ' ', true],
  ['Jonas Weir', 'jonas mira', false],
  ['مُنى', 'منى', true],
])('%j contains %j: %j', (text, typed, is) => {
  expect(containsWords(text, typed)).toBe(is)
})
