import { expect, test } from 'vitest'
import { seededRandom } from './random.ts'
import { namesOf, withNames } from './shared-names.ts'

const loved = [
  { kind: 'artist', name: 'Moby' },
  { kind: 'channel', name: 'Veritasium' },
  { kind: 'artist', name: 'Bonobo' },
  { kind: 'track', name: 'Porcelain' },
  { kind: 'artist', name: 'Flume' },
  { kind: 'channel', name: 'Lofi Girl' },
] as const

test('a sentence names the same items in any order of the database rows', () => {
  const sentence = '{artist} all evening, then {channel}.'
  const sentenceFor = (items: readonly (typeof loved)[number][]) => withNames(sentence, namesOf(items), seededRandom(7))
  expect(sentenceFor(loved.toReversed())).toBe(sentenceFor(loved))
  expect(namesOf(loved)).toEqual({ artists: ['Bonobo', 'Flume', 'Moby'], channels: ['Lofi Girl', 'Veritasium'] })
})

test('leaves out a sentence whose name is missing', () => {
  expect(withNames('Every {channel}, twice.', namesOf([{ kind: 'artist', name: 'Moby' }]), seededRandom(7))).toBe('')
})
