import { expect, test } from 'vitest'
import { readAtReference, writeAtReference, type AtReference } from './together.ts'

const SONG = '3AA28KZvwAUcZuOKwyblJQ'
const FILM = 'YE7VzlLtp-4'

test('reads a reference to a position of an item from a message unchanged', () => {
  const references: AtReference[] = [
    { side: 'video', spotify_id: null, youtube_id: FILM, second: 151 },
    { side: 'sound', spotify_id: SONG, youtube_id: FILM, second: 0 },
    { side: 'sound', spotify_id: SONG, youtube_id: null, second: 3_599 },
  ]
  for (const reference of references) expect(readAtReference(writeAtReference(reference))).toEqual(reference)
})

test('any other text returns null', () => {
  for (const text of [
    '',
    'at:',
    'at:video:-:-:5',
    `at:film:-:${FILM}:5`,
    `at:video:-:${FILM}:-1`,
    `at:video:-:${FILM}/../:5`,
    `play:${FILM}`,
  ])
    expect(readAtReference(text)).toBeNull()
})
