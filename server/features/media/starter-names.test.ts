import { expect, test } from 'vitest'
import { starterNames } from './starter-names.ts'

const names = starterNames()
const barsOf = (name: string): readonly string[] | undefined => names.find((entry) => entry.name === name)?.bars

test('lists thousands of artists and hundreds of channels, each once with its genres', () => {
  expect(names.filter(({ kind }) => kind === 'artist').length).toBeGreaterThan(2_900)
  expect(names.filter(({ kind }) => kind === 'channel').length).toBeGreaterThan(500)
  expect(names.filter(({ name, bars }) => bars.length === 0 || name !== name.trim() || name === '' || name.includes(';'))).toEqual([])
})

test('a name on several lines gets the genres of all lines, up to three', () => {
  expect(barsOf('Aphex Twin')).toEqual(['electronic', 'ambient'])
  expect(barsOf('Björk')).toEqual(['alternative'])
  expect(starterNames('[artists]\npop: A\nrock: A; B\njazz: a\nmetal: A\n')).toEqual([
    { kind: 'artist', name: 'A', bars: ['pop', 'rock', 'jazz'] },
    { kind: 'artist', name: 'B', bars: ['rock'] },
  ])
})

test('rejects an unknown genre', () => {
  expect(() => starterNames('[artists]\npolka: A\n')).toThrow('"polka" is not a valid genre or topic for artist')
  expect(() => starterNames('[channels]\npop: A\n')).toThrow('not a valid genre or topic for channel')
  expect(() => starterNames('pop: A\n')).toThrow('is in no section')
})
