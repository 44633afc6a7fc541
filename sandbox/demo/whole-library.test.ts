import { expect, test } from 'vitest'
import type { ProviderPage, ProviderRow, TasteProvider } from '#server/providers/provider.ts'
import { asWholeLibraries } from './whole-library.ts'

const row = (name: string): ProviderRow => ({
  kind: 'artist',
  name,
  by: null,
  spotify_id: name,
  youtube_id: null,
  weight: 1,
  rank: 1,
  range: null,
})

const page = (names: string[], next: string | null): ProviderPage => ({ rows: names.map(row), read: names.length, next, total: 3 })

const pages: Record<string, ProviderPage> = {
  'top from the start': page(['Burial', 'Bonobo'], '2'),
  'top from 2': page(['Four Tet'], null),
  'followed from the start': {
    ...page(['Caribou'], null),
    plays: [{ name: 'Sun', by: 'Caribou', spotify_id: null, artist_spotify_id: null, at: 1 }],
  },
}

test('a sync reads all pages of all lists of an account as one page', async () => {
  const provider = {
    source: 'spotify',
    lists: [
      { name: 'top', reading: 'artists' },
      { name: 'followed', reading: 'artists' },
    ],
    page: async (_token: string, list: string, from: string | null) => pages[`${list} from ${from ?? 'the start'}`],
  } as unknown as TasteProvider
  const { spotify, youtube } = asWholeLibraries({ spotify: { provider, mayShare: true, isSharedFromStart: true, isFake: true } })
  const whole = spotify?.provider
  expect(youtube).toBeUndefined()
  expect(whole?.lists).toHaveLength(1)
  const read = await whole?.page('token', 'top', null)
  expect(read?.rows.map(({ name }) => name)).toEqual(['Burial', 'Bonobo', 'Four Tet', 'Caribou'])
  expect(read).toMatchObject({ plays: [{ name: 'Sun' }], read: 4, next: null, total: 4 })
})
