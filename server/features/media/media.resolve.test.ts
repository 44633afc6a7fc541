import { beforeEach, describe, expect, test } from 'vitest'
import { idsOf, idText, matchRows, normalizeRow, type NormalizedRow } from './media.resolve.ts'
import type { Bar, ItemId, MediaRow, StoredItem } from './media.types.ts'

/** An in-memory catalog that grows with resolved rows. */
let stored: StoredItem[]
let ids: Map<string, ItemId>
let made: number

beforeEach(() => {
  stored = []
  ids = new Map()
  made = 0
})

const changesOf = (row: MediaRow) => matchRows([normalizeRow(row)], stored, ids, () => 'never').changes

const resolve = (...rows: MediaRow[]): StoredItem[] => resolveWanted(rows.map(normalizeRow))
const resolveShipped = (row: MediaRow, catalogue: Bar[]): StoredItem =>
  resolveWanted([{ ...normalizeRow(row), reported: { field: null, topics: null, catalogue }, knownRank: 1 }])[0]!

function resolveWanted(request: NormalizedRow[]): StoredItem[] {
  const { items, changes } = matchRows(request, stored, ids, () => `item-${++made}`)
  const completed = new Map(changes.completed.map((item) => [item.id, item]))
  stored = [...stored.map((item) => completed.get(item.id) ?? item), ...changes.added]
  for (const id of changes.ids) ids.set(idText(id), id.itemId)
  return items.map((id) => stored.find((item) => item.id === id)!)
}

const resolveOne = (row: MediaRow): StoredItem => resolve(row)[0]!

describe('the same item from several sources is one item', () => {
  test('by Spotify id under any name', () => {
    const first = resolveOne({ kind: 'artist', name: 'Ye', spotify_id: 'S1' })
    expect(resolveOne({ kind: 'artist', name: 'Kanye West', spotify_id: 'S1' }).id).toBe(first.id)
  })

  test('by name for a Spotify artist and a YouTube Topic channel; both ids are known afterwards', () => {
    const first = resolveOne({ kind: 'artist', name: 'The Killers', spotify_id: 'S1' })
    const second = resolveOne({ kind: 'channel', name: 'Killers - Topic', youtube_id: 'UC1' })
    expect(second).toMatchObject({ id: first.id, kind: 'artist', spotifyId: 'S1', youtubeId: 'UC1', name: 'The Killers' })
    expect(resolveOne({ kind: 'channel', name: 'キラーズ', youtube_id: 'UC1' }).id).toBe(first.id)
  })

  test('as a track for a video on a Topic channel', () => {
    const track = resolveOne({ kind: 'track', name: 'Rather Be (feat. Jess Glynne)', by: 'Clean Bandit', spotify_id: 'S1' })
    const video = resolveOne({ kind: 'video', name: 'Rather Be', by: 'Clean Bandit - Topic', youtube_id: 'V1' })
    expect(video).toMatchObject({ id: track.id, kind: 'track', by: 'Clean Bandit' })
    expect(resolveOne({ kind: 'video', name: 'renamed', by: null, youtube_id: 'V1' }).id).toBe(track.id)
  })

  test('by ISRC for a recording that another platform or album names differently', () => {
    const first = resolveOne({ kind: 'track', name: 'One Kiss', by: 'Calvin Harris', spotify_id: 'S1', isrc: 'GBARL1800368' })
    expect(resolveOne({ kind: 'track', name: 'One Kiss (with Dua Lipa) [Short]', by: 'Dua Lipa', isrc: 'gb-arl-18-00368' }).id).toBe(
      first.id,
    )
    expect(resolveOne({ kind: 'track', name: 'One Kiss', by: 'Nobody', isrc: 'not an ISRC' }).id).not.toBe(first.id)
    expect(resolveOne({ kind: 'artist', name: 'Dua Lipa', isrc: 'GBARL1800368' }).id).not.toBe(first.id)
  })

  test('with both ids for a track on two albums', () => {
    const first = resolveOne({ kind: 'track', name: 'Riptide', by: 'Vance Joy', spotify_id: 'S1' })
    expect(resolveOne({ kind: 'track', name: 'Riptide', by: 'Vance Joy', spotify_id: 'S2' }).id).toBe(first.id)
    expect([...ids]).toEqual([
      ['track spotify S1', first.id],
      ['track spotify S2', first.id],
    ])
  })

  test('within one list before anything is stored', () => {
    const [first, second] = resolve({ kind: 'artist', name: 'MØ' }, { kind: 'artist', name: 'Mo', spotify_id: 'S1' })
    expect(second!.id).toBe(first!.id)
    expect(stored).toHaveLength(1)
  })

  test('for free text', () => {
    const first = resolveOne({ kind: 'artist', name: 'Björk', spotify_id: 'S1' })
    expect(resolveOne({ kind: 'artist', name: 'bjork' }).id).toBe(first.id)
  })
})

describe('different items stay separate', () => {
  test('two artists with the same name and different ids', () => {
    const first = resolveOne({ kind: 'artist', name: 'Nirvana', spotify_id: 'S1' })
    const second = resolveOne({ kind: 'artist', name: 'Nirvana', spotify_id: 'S2' })
    expect(second.id).not.toBe(first.id)
    expect(resolveOne({ kind: 'artist', name: 'nirvana' }).id).toBe(first.id)
    expect(resolveOne({ kind: 'artist', name: 'nirvana', spotify_id: 'S2' }).id).toBe(second.id)
  })

  test('the same title by different artists, and the same name of an artist, a track and a channel', () => {
    const rows = resolve(
      { kind: 'track', name: 'The Sound of Silence', by: 'Simon & Garfunkel' },
      { kind: 'track', name: 'The Sound of Silence', by: 'Disturbed' },
      { kind: 'artist', name: 'Muse' },
      { kind: 'track', name: 'Muse', by: 'PARTYNEXTDOOR' },
      { kind: 'channel', name: 'Muse', youtube_id: 'UC1' },
    )
    expect(new Set(rows.map((row) => row.id)).size).toBe(5)
  })

  test('two videos with the same title on one channel', () => {
    const [first, second] = resolve(
      { kind: 'video', name: 'Live', by: 'KEXP', youtube_id: 'V1' },
      { kind: 'video', name: 'Live', by: 'KEXP', youtube_id: 'V2' },
    )
    expect(second!.id).not.toBe(first!.id)
  })
})

test('a later source adds missing ids and replaces none', () => {
  const first = resolveOne({ kind: 'artist', name: 'Bonobo' })
  expect(first.reported).toEqual({ field: null, topics: null, catalogue: null })
  expect(resolveOne({ kind: 'artist', name: 'Bonobo', spotify_id: 'S1', bars: ['electronic'] })).toMatchObject({
    id: first.id,
    spotifyId: 'S1',
    reported: { field: ['electronic'] },
  })
  expect(resolveOne({ kind: 'artist', name: 'Bonobo', spotify_id: 'S1', bars: ['pop'] }).reported.field).toEqual(['electronic'])
})

describe('reported bars', () => {
  const channel: MediaRow = { kind: 'channel', name: 'TED', youtube_id: 'UC1' }

  test('are stored per source', () => {
    const first = resolveOne({ ...channel, topics: ['comedy'] })
    expect(resolveOne({ ...channel, bars: ['news'] })).toMatchObject({ id: first.id, reported: { field: ['news'], topics: ['comedy'] } })
    expect(resolveShipped({ ...channel }, ['talks'])).toMatchObject({
      id: first.id,
      reported: { field: ['news'], topics: ['comedy'], catalogue: ['talks'] },
    })
    expect(resolveOne(channel).reported).toEqual({ field: ['news'], topics: ['comedy'], catalogue: ['talks'] })
  })

  test('are replaced by a row with the same id, not by one with the same name', () => {
    resolveOne({ kind: 'track', name: 'Riptide', by: 'Vance Joy', youtube_id: 'V1', topics: ['folk'] })
    expect(resolveOne({ kind: 'track', name: 'Riptide', by: 'Vance Joy', youtube_id: 'V2', topics: ['pop'] }).reported.topics).toEqual([
      'folk',
    ])
    expect(resolveOne({ kind: 'track', name: 'Riptide', by: 'Vance Joy', youtube_id: 'V1', topics: ['jazz'] }).reported.topics).toEqual([
      'jazz',
    ])
  })

  test('of a channel are not used for its artist', () => {
    resolveOne({ kind: 'artist', name: 'The Killers', youtube_id: 'UC2', topics: ['rock'] })
    expect(resolveOne({ kind: 'channel', name: 'キラーズ', youtube_id: 'UC2', topics: ['live-music'] })).toMatchObject({
      kind: 'artist',
      reported: { topics: ['rock'] },
    })
  })

  test('are marked as confirmed, even without a change', () => {
    const { id } = resolveOne({ ...channel, topics: ['comedy'] })
    expect(changesOf({ ...channel, topics: ['comedy'] })).toEqual({ added: [], completed: [], ids: [], creators: [], confirmed: [id] })
    expect(changesOf({ ...channel, topics: ['news'] })).toMatchObject({ creators: [id], confirmed: [id] })
  })
})

test('a duration fills a gap, and only the source by whose id an item plays replaces it', () => {
  const row = (change: Partial<MediaRow>): MediaRow => ({ kind: 'track', name: 'Riptide', by: 'Vance Joy', ...change })
  const durations = [
    {},
    { duration_ms: 204_000 },
    { duration_ms: 210_000 },
    { youtube_id: 'V1', duration_ms: 205_000 },
    { spotify_id: 'S1', duration_ms: 204_280.4 },
    { spotify_id: 'S1', duration_ms: null },
    { spotify_id: 'S2', duration_ms: 190_000 },
    { youtube_id: 'V1', duration_ms: 205_000 },
    { spotify_id: 'S1', duration_ms: 204_290 },
  ].map((change) => resolveOne(row(change)).durationMs)
  expect(durations).toEqual([null, 204_000, 204_000, 205_000, 204_280, 204_280, 204_280, 204_280, 204_290])
  expect(changesOf(row({ duration_ms: 204_000 }))).toMatchObject({ added: [], completed: [] })
})

test('an artist has no duration, and an impossible one is left out', () => {
  expect(resolveOne({ kind: 'artist', name: 'Vance Joy', duration_ms: 204_000 }).durationMs).toBeNull()
  const video = (name: string, duration_ms: number): MediaRow => ({ kind: 'video', name, by: 'KEXP', duration_ms })
  expect([0, -1, 999, Number.NaN, Number.POSITIVE_INFINITY, 86_400_001].map((ms) => resolveOne(video(String(ms), ms)).durationMs)).toEqual(
    Array.from({ length: 6 }, () => null),
  )
})

test('resolving known rows changes nothing', () => {
  const row: MediaRow = { kind: 'artist', name: 'Bonobo', spotify_id: 'S1', bars: ['electronic'] }
  resolveOne(row)
  expect(changesOf(row)).toEqual({ added: [], completed: [], ids: [], creators: [], confirmed: [stored[0]!.id] })
})

test('looks up ids by reliability, and a channel may be a Topic channel', () => {
  expect(idsOf(normalizeRow({ kind: 'channel', name: 'x', youtube_id: 'UC1' })).map(idText)).toEqual([
    'artist youtube UC1',
    'channel youtube UC1',
  ])
  expect(idsOf(normalizeRow({ kind: 'artist', name: 'x', spotify_id: 'S', youtube_id: 'UC1' })).map(idText)).toEqual([
    'artist spotify S',
    'artist youtube UC1',
  ])
})

test("cleans names that a text column can't store", () => {
  expect(normalizeRow({ kind: 'video', name: ` a\0b\ud800 ${'x'.repeat(600)}` }).name).toHaveLength(500)
  expect(normalizeRow({ kind: 'video', name: 'a\0b\ud800' }).name).toBe('ab\ufffd')
})
