import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNameWords, editsToPrefix } from './profiles.name-words.ts'

describe('typos between the typed text and the beginning of a word', () => {
  test.each([
    ['jonas', 'jonas', 0],
    ['jon', 'jonas', 0],
    ['jonsa', 'jonas', 1],
    ['mria', 'mira', 1],
    ['mria', 'maria', 1],
    ['kowlas', 'kowalski', 1],
    ['mueller', 'muller', 1],
    ['ojnas', 'jonas', 1],
    ['anna', 'bengt', 3],
  ])('%s and %s: %i', (typed, word, typos) => expect(editsToPrefix(typed, word, 2)).toBe(typos))

  test('are never more than the typos made', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'é', '李'), minLength: 3, maxLength: 9 })
    const slip = fc.record({
      kind: fc.constantFrom('drop', 'add', 'change', 'swap'),
      at: fc.nat(),
      letter: fc.constantFrom('a', 'x', '李'),
    })
    fc.assert(
      fc.property(word, fc.array(slip, { maxLength: 2 }), fc.nat({ max: 3 }), (whole, typos, rest) => {
        const letters = whole.slice(0, Math.max(2, whole.length - rest)).split('')
        for (const { kind, at, letter } of typos) {
          const place = at % Math.max(1, letters.length)
          if (kind === 'drop') letters.splice(place, 1)
          else if (kind === 'add') letters.splice(place, 0, letter)
          else if (kind === 'change') letters[place] = letter
          else letters.splice(place, 2, ...letters.slice(place, place + 2).toReversed())
        }
        // Two typos at the same place may be more than two of the counted kind: a swap counts as one only with adjacent letters.
        expect(editsToPrefix(letters.join(''), whole, 4)).toBeLessThanOrEqual(typos.length === 2 ? 4 : typos.length)
      }),
    )
  })
})

describe('suggested words for a typo', () => {
  const nameWords = createNameWords()
  for (const text of [' mira.k mira kowalski', ' maria_b7 maria bauer', ' maria2 maria chen', ' j.ona jonas', ' 李小龙.x 李小龙'])
    nameWords.add(text)

  test('are the nearest, and of equally near ones the more common', () => {
    expect(nameWords.findSimilar('mria', 1, 5)).toEqual([
      { word: 'mira', typos: 1 },
      { word: 'maria', typos: 1 },
    ])
    expect(nameWords.findSimilar('kowlas', 1, 5)).toEqual([{ word: 'kowalski', typos: 1 }])
    expect(nameWords.findSimilar('李小虫', 1, 5)).toEqual([{ word: '李小龙', typos: 1 }])
  })

  test('are empty for a correct spelling and for unknown words', () => {
    expect(nameWords.findSimilar('kowalski', 0, 5)).toEqual([])
    expect(nameWords.findSimilar('zzz', 1, 5)).toEqual([])
  })

  test('equal those found by comparing with every word, for any number of words', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), minLength: 3, maxLength: 8 })
    fc.assert(
      fc.property(fc.uniqueArray(letters, { minLength: 1, maxLength: 400 }), letters, fc.constantFrom(1, 2), (all, typed, max) => {
        const many = createNameWords()
        for (const word of all) many.add(` ${word}`)
        const found = many.findSimilar(typed, max, all.length)
        const near = all.filter((word) => editsToPrefix(typed, word, max) > 0 && editsToPrefix(typed, word, max) <= max)
        const isCovered = (word: string) =>
          found.some((similar) => word.startsWith(similar.word) && similar.typos <= editsToPrefix(typed, word, max))
        expect(near.filter((word) => !isCovered(word))).toEqual([])
        expect(found.filter(({ word, typos }) => typos !== editsToPrefix(typed, word, max))).toEqual([])
      }),
    )
  })

  test('leave out words that start with another found word', () => {
    const some = createNameWords()
    for (const word of ['jonas', 'jonask', 'jonasmueller', 'jansen', 'jonsen']) some.add(` ${word}`)
    expect(some.findSimilar('jonsa', 1, 5).map(({ word }) => word)).toEqual(['jonas', 'jonsen'])
  })
})
