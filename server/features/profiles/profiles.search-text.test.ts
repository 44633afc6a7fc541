import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldName, readQuery, searchTextOf } from './profiles.search-text.ts'

describe('names are compared', () => {
  test.each([
    ['Zoë Müller', 'zoe muller'],
    ['ZOË  MÜLLER ', 'zoe muller'],
    ['Søren Ægir Łukasz Straße', 'soren aegir lukasz strasse'],
    ['İstanbul Işık', 'istanbul isik'],
    ['Ａｎｎａ 𝓑', 'anna b'],
    ['Ελένη', 'ελενη'],
    ['Алёна Йорк', 'алена иорк'],
    ['李小龍', '李小龍'],
    ['مُحَمَّد', 'محمد'],
    ['a\u0000b\u200bc', 'a bc'],
    ['\ud800x', '\ufffdx'],
  ])('%s as %s', (name, folded) => {
    expect(foldName(name)).toBe(folded)
  })

  test('folding twice changes nothing, and the result can be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const folded = foldName(name)
        expect(foldName(folded)).toBe(folded)
        expect(folded).not.toContain('\0')
        expect(folded.isWellFormed()).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('every stored word has a space before it', () => {
    expect(searchTextOf('anna_b', 'Anna  Bäcker')).toBe(' anna_b anna backer')
  })

  test('removes the @ and accents; punctuation alone is not a query', () => {
    expect(readQuery(' @Anna Bä')).toEqual({ text: 'anna ba', words: ['anna', 'ba'] })
    expect(readQuery('@@')).toBeNull()
    expect(readQuery('\u0301\u0301')).toBeNull()
  })
})
