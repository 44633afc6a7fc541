import { expect, test } from 'vitest'
import { conversations, moments, notes, remarks } from './chatter.ts'
import { createDeck } from './deck.ts'
import { demoPeople } from './people.ts'
import { seededRandom } from './random.ts'

/** Sentences that differ only in case, punctuation and spaces count as the same. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}]+/gu, ' ')
    .trim()

test('no two users of the demo world have the same sentence', () => {
  const texts = [...demoPeople.map(({ bio }) => bio), ...moments.map(({ text }) => text), ...remarks, ...conversations.flat(), ...notes]
  const sentences = texts.flatMap((text) => (/https?:/.test(text) ? [text] : text.split(/(?<=[.!?…。])\s+/))).map(plain)
  const repeated = sentences.filter((sentence, index) => sentence !== '' && sentences.indexOf(sentence) !== index)
  expect(repeated).toEqual([])
  expect(sentences.length).toBeGreaterThan(300)
})

test('picks each text at most once, and only those that fit', () => {
  const deck = createDeck([...remarks], seededRandom(1))
  const drawn = Array.from({ length: remarks.length + 5 }, () => deck.draw()).filter((remark) => remark !== undefined)
  expect(drawn.toSorted()).toEqual(remarks.toSorted())
  const even = createDeck([1, 2, 3], seededRandom(1))
  expect([even.draw((value) => value % 2 === 0), even.draw((value) => value % 2 === 0)]).toEqual([2, undefined])
})

test('writes person-specific texts only for people who exist', () => {
  const names = new Set(demoPeople.map(({ userName }) => userName))
  expect(moments.filter(({ by }) => by !== undefined && !names.has(by))).toEqual([])
})
