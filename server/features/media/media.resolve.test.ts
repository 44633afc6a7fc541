import { beforeEach, describe, expect, test } from 'vitest'
import { idsOf, idText, matchRows, wanted, type Wanted } from './media.resolve.ts'
import type { Bar, ItemId, MediaRow, StoredItem } from './media.types.ts'

/** A catalogue in memory that grows by what resolving adds. */
let known: StoredItem[]
let ids: Map<string, ItemId>
let made: number

beforeEach(() => {
  known = []
  ids = new Map()
  made = 0
})

const changesOf = (row: MediaRow) => matchRows([wanted(row)], known, ids, () => 'never').changes

const resolve = (...rows: MediaRow[]): StoredItem[] => resolveWanted(rows.map(wanted))
const resolveShipped = (row: MediaRow, catalogue: Bar[]): StoredItem =>
  resolveWanted([{ ...wanted(row), said: { field: null, topics: null, catalogue }, knownRank: 1 }])[0]!

function resolveWanted(asked: Wanted[]): StoredItem[] {
  const { items, changes } = matchRows(asked, known, ids, () => `item-${++made}`)
  const completed = new Map(changes.completed.map((item) => [item.id, item]))
  known = [...known.map((item) => completed.get(item.id) ?? item), ...changes.added]
  for (const id of changes.ids) ids.set(idText(id), id.itemId)
  return items.map((id) => known.find((item) => item.id === id)!)
}

const one = (row: MediaRow): StoredItem => resolve(row)[0]!

describe('the same thing from several sources is one item', () => {
  test('by Spotify id, whatever it is called there', () => {
    const first = one({ kind: 'artist', name: 'Ye', spotify_id: 'S1' })
    expect(one({ kind: 'artist', name: 'Kanye West', spotify_id: 'S1' }).id).toBe(first.id)
  })

  test('an artist of Spotify and a Topic channel of YouTube meet by name, and each id is known from then on', () => {
    const first = one({ kind: 'artist', name: 'The Killers', spotify_id: 'S1' })
    const second = one({ kind: 'channel', name: 'Killers - Topic', youtube_id: 'UC1' })
    expect(second).toMatchObject({ id: first.id, kind: 'artist', spotifyId: 'S1', youtubeId: 'UC1', name: 'The Killers' })
    expect(one({ kind: 'channel', name: 'キラーズ', youtube_id: 'UC1' }).id).toBe(first.id)
  })

  test('a video on a Topic channel is a track of that artist', () => {
    const track = one({ kind: 'track', name: 'Rather Be (feat. Jess Glynne)', by: 'Clean Bandit', spotify_id: 'S1' })
    const video = one({ kind: 'video', name: 'Rather Be', by: 'Clean Bandit - Topic', youtube_id: 'V1' })
    expect(video).toMatchObject({ id: track.id, kind: 'track', by: 'Clean Bandit' })
    expect(one({ kind: 'video', name: 'renamed', by: null, youtube_id: 'V1' }).id).toBe(track.id)
  })

  test('one track on two albums is one item under both ids', () => {
    const first = one({ kind: 'track', name: 'Riptide', by: 'Vance Joy', spotify_id: 'S1' })
    expect(one({ kind: 'track', name: 'Riptide', by: 'Vance Joy', spotify_id: 'S2' }).id).toBe(first.id)
    expect([...ids]).toEqual([
      ['track spotify S1', first.id],
      ['track spotify S2', first.id],
    ])
  })

  test('rows of one list find each other before anything is stored', () => {
    const [first, second] = resolve({ kind: 'artist', name: 'MØ' }, { kind: 'artist', name: 'Mo', spotify_id: 'S1' })
    expect(second!.id).toBe(first!.id)
    expect(known).toHaveLength(1)
  })

  test('free text finds what is there', () => {
    const first = one({ kind: 'artist', name: 'Björk', spotify_id: 'S1' })
    expect(one({ kind: 'artist', name: 'bjork' }).id).toBe(first.id)
  })
})

describe('different things stay apart', () => {
  test('two artists of one name with different ids', () => {
    const first = one({ kind: 'artist', name: 'Nirvana', spotify_id: 'S1' })
    const second = one({ kind: 'artist', name: 'Nirvana', spotify_id: 'S2' })
    expect(second.id).not.toBe(first.id)
    expect(one({ kind: 'artist', name: 'nirvana' }).id).toBe(first.id)
    expect(one({ kind: 'artist', name: 'nirvana', spotify_id: 'S2' }).id).toBe(second.id)
  })

  test('the same title by another artist, and an artist, a track and a channel of one name', () => {
    const rows = resolve(
      { kind: 'track', name: 'The Sound of Silence', by: 'Simon & Garfunkel' },
      { kind: 'track', name: 'The Sound of Silence', by: 'Disturbed' },
      { kind: 'artist', name: 'Muse' },
      { kind: 'track', name: 'Muse', by: 'PARTYNEXTDOOR' },
      { kind: 'channel', name: 'Muse', youtube_id: 'UC1' },
    )
    expect(new Set(rows.map((row) => row.id)).size).toBe(5)
  })

  test('two videos of one title on one channel', () => {
    const [first, second] = resolve(
      { kind: 'video', name: 'Live', by: 'KEXP', youtube_id: 'V1' },
      { kind: 'video', name: 'Live', by: 'KEXP', youtube_id: 'V2' },
    )
    expect(second!.id).not.toBe(first!.id)
  })
})

test('what a later source knows completes an item, and what is known stays', () => {
  const first = one({ kind: 'artist', name: 'Bonobo' })
  expect(first.said).toEqual({ field: null, topics: null, catalogue: null })
  expect(one({ kind: 'artist', name: 'Bonobo', spotify_id: 'S1', bars: ['electronic'] })).toMatchObject({
    id: first.id,
    spotifyId: 'S1',
    said: { field: ['electronic'] },
  })
  expect(one({ kind: 'artist', name: 'Bonobo', spotify_id: 'S1', bars: ['pop'] }).said.field).toEqual(['electronic'])
})

describe('what sources say of a thing', () => {
  const channel: MediaRow = { kind: 'channel', name: 'TED', youtube_id: 'UC1' }

  test('stands apart, so that none takes another’s place', () => {
    const first = one({ ...channel, topics: ['comedy'] })
    expect(one({ ...channel, bars: ['news'] })).toMatchObject({ id: first.id, said: { field: ['news'], topics: ['comedy'] } })
    expect(resolveShipped({ ...channel }, ['talks'])).toMatchObject({
      id: first.id,
      said: { field: ['news'], topics: ['comedy'], catalogue: ['talks'] },
    })
    expect(one(channel).said).toEqual({ field: ['news'], topics: ['comedy'], catalogue: ['talks'] })
  })

  test('is renewed by the very thing, and not by another one of its name', () => {
    one({ kind: 'track', name: 'Riptide', by: 'Vance Joy', youtube_id: 'V1', topics: ['folk'] })
    expect(one({ kind: 'track', name: 'Riptide', by: 'Vance Joy', youtube_id: 'V2', topics: ['pop'] }).said.topics).toEqual(['folk'])
    expect(one({ kind: 'track', name: 'Riptide', by: 'Vance Joy', youtube_id: 'V1', topics: ['jazz'] }).said.topics).toEqual(['jazz'])
  })

  test('of a channel is not said of the artist whose channel it is', () => {
    one({ kind: 'artist', name: 'The Killers', youtube_id: 'UC2', topics: ['rock'] })
    expect(one({ kind: 'channel', name: 'キラーズ', youtube_id: 'UC2', topics: ['live-music'] })).toMatchObject({
      kind: 'artist',
      said: { topics: ['rock'] },
    })
  })

  test('is noted as said again, also where nothing changes', () => {
    const { id } = one({ ...channel, topics: ['comedy'] })
    expect(changesOf({ ...channel, topics: ['comedy'] })).toEqual({ added: [], completed: [], ids: [], makers: [], told: [id] })
    expect(changesOf({ ...channel, topics: ['news'] })).toMatchObject({ makers: [id], told: [id] })
  })
})

test('asking again for what is known changes nothing', () => {
  const row: MediaRow = { kind: 'artist', name: 'Bonobo', spotify_id: 'S1', bars: ['electronic'] }
  one(row)
  expect(changesOf(row)).toEqual({ added: [], completed: [], ids: [], makers: [], told: [known[0]!.id] })
})

test('ids are asked for surest first, and a channel may be a Topic channel', () => {
  expect(idsOf(wanted({ kind: 'channel', name: 'x', youtube_id: 'UC1' })).map(idText)).toEqual([
    'artist youtube UC1',
    'channel youtube UC1',
  ])
  expect(idsOf(wanted({ kind: 'artist', name: 'x', spotify_id: 'S', youtube_id: 'UC1' })).map(idText)).toEqual([
    'artist spotify S',
    'artist youtube UC1',
  ])
})

test('names that no text column takes are made to fit', () => {
  expect(wanted({ kind: 'video', name: ` a\0b\ud800 ${'x'.repeat(600)}` }).name).toHaveLength(500)
  expect(wanted({ kind: 'video', name: 'a\0b\ud800' }).name).toBe('ab\ufffd')
})
