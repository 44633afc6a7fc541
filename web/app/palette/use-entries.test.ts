import { describe, expect, it } from 'vitest'
import { matchingEntries } from './use-entries.tsx'

const entries = [
  { name: 'Find buddies', words: 'people match' },
  { name: 'Moments', words: 'feed posts' },
  { name: 'Einstellungen', words: 'Präferenzen' },
  { name: 'Buddies of mine', words: '' },
]
const found = (typed: string) => matchingEntries(entries, typed, (entry) => entry).map(({ name }) => name)

describe('palette matching', () => {
  it.each([
    ['', ['Find buddies', 'Moments', 'Einstellungen', 'Buddies of mine']],
    ['bud', ['Buddies of mine', 'Find buddies']],
    ['POSTS', ['Moments']],
    ['praf', ['Einstellungen']],
    ['match find', ['Find buddies']],
    ['uddies', []],
    ['  moments ', ['Moments']],
    ['(', []],
  ])('%j gives %j', (typed, names) => {
    expect(found(typed)).toEqual(names)
  })
})
