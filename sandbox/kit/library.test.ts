import { expect, test } from 'vitest'
import { libraryOf } from './library.ts'
import { listeners } from './listeners.ts'
import { testCatalogue } from './test-catalogue.ts'

const catalogue = testCatalogue()
const artistsOf = (login: string) => libraryOf(login, catalogue).artists.map(({ name }) => name)

test('the same name has the same library, however it is typed', () => {
  expect(libraryOf('Some One', catalogue)).toMatchObject({ ...libraryOf('some.one', catalogue), displayName: 'Some One' })
})

test('names that look alike have different libraries', () => {
  expect(artistsOf('anna')).not.toEqual(artistsOf('anna2'))
})

test('a library holds a part of what there is, the empty account nothing', () => {
  for (const { login, isEmpty } of listeners) {
    const artists = artistsOf(login)
    expect(new Set(artists).size).toBe(artists.length)
    if (isEmpty) expect(artists).toEqual([])
    else expect(artists.length).toBeGreaterThanOrEqual(30)
  }
})

test('people who like the same genres share more than people who do not', () => {
  const shared = (a: string, b: string) =>
    artistsOf(a)
      .slice(0, 15)
      .filter((name) => artistsOf(b).slice(0, 15).includes(name)).length
  expect(shared('mira', 'jonas')).toBeGreaterThan(shared('mira', 'dario'))
})
