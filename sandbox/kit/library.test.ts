import { expect, test } from 'vitest'
import { libraryOf } from './library.ts'
import { listeners } from './listeners.ts'
import { testCatalog } from './test-catalog.ts'

const catalog = testCatalog()
const artistsOf = (login: string) => libraryOf(login, catalog).artists.map(({ name }) => name)

test('the same name has the same library in any spelling', () => {
  expect(libraryOf('Some One', catalog)).toMatchObject({ ...libraryOf('some.one', catalog), displayName: 'Some One' })
})

test('names that look alike have different libraries', () => {
  expect(artistsOf('anna')).not.toEqual(artistsOf('anna2'))
})

test.for(listeners.filter(({ isEmpty }) => !isEmpty))('the library of $login has its own size, with each artist once', ({ login }) => {
  const artists = artistsOf(login)
  expect(artists.length).toBeGreaterThanOrEqual(18)
  expect(new Set(artists).size).toBe(artists.length)
})

test('the empty account has no items', () => {
  expect(libraryOf('empty', catalog)).toMatchObject({ artists: [], tracks: [], channels: [], topicChannels: [], likedVideos: [] })
})

const sharedOfTop = (a: string, b: string) =>
  artistsOf(a)
    .slice(0, 15)
    .filter((name) => artistsOf(b).slice(0, 15).includes(name)).length

test('people who like the same genres share more than people who do not', () => {
  expect(sharedOfTop('mira', 'jonas')).toBeGreaterThan(sharedOfTop('mira', 'dario'))
})
