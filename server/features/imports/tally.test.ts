import { describe, expect, test } from 'vitest'
import type { ExportRow } from '#server/providers/export.ts'
import { createTally } from './tally.ts'
import { packDay } from '#server/features/sources/days.ts'
import { packPlay } from '#server/features/sources/play-times.ts'

const NOW = Date.parse('2026-11-01T12:00:00Z')
const AT = Date.parse('2026-10-01T12:00:00Z')
const WEEK_MS = 7 * 86_400_000
const FIVE_MINUTES_MS = 300_000
const playAt = (time: number, seconds = 0) => packPlay(Math.floor(time / 60_000), seconds)

const played = (artist: string, name: string, at: number | null = AT): ExportRow => ({ type: 'track', name, artist, spotifyId: null, at })
const watched = (channel: string, id: string, at: number | null = AT): ExportRow => ({
  type: 'video',
  name: `Video ${id}`,
  youtubeId: id,
  channel,
  channelId: `UC ${channel}`,
  at,
})
function tallied(rows: readonly ExportRow[], options: { entries?: number } = {}) {
  const tally = createTally({ now: NOW, ...options })
  for (const row of rows) tally.add(row)
  tally.endFile(FIVE_MINUTES_MS)
  return tally.result()
}
const names = ({ items }: ReturnType<typeof tallied>, kind: string) => items.filter((item) => item.kind === kind).map(({ name }) => name)

test('a play counts for its track and its artist, with its time, in any spelling', () => {
  const result = tallied([
    played('Muse', 'Uprising'),
    played('MUSE', 'uprising', AT + WEEK_MS),
    played('Muse', 'Madness'),
    played('Muse', 'Uprising'),
  ])
  expect(result.items).toMatchObject([
    { kind: 'artist', name: 'Muse', plays: 4, times: [...Array(3).fill(playAt(AT)), playAt(AT + WEEK_MS)], days: [] },
    { kind: 'track', name: 'Uprising', by: 'Muse', plays: 3 },
    { kind: 'track', name: 'Madness', by: 'Muse', plays: 1 },
  ])
  expect(result).toMatchObject({ plays: 4, from: AT, to: AT + WEEK_MS })
})

test('plays without a time or in the future count without a day', () => {
  const result = tallied([played('Muse', 'x', null), played('Muse', 'x', NOW + WEEK_MS)])
  expect(result.items[0]).toMatchObject({ plays: 2, days: [packDay({ day: 0, plays: 2, seconds: 0 })] })
  expect(result).toMatchObject({ from: null, to: null })
})

test('an automatic channel counts as its artist, and its videos as tracks', () => {
  const result = tallied([watched('Bonobo - Topic', 'v1'), watched('Bonobo - Thema', 'v2')])
  expect(names(result, 'artist')).toEqual(['Bonobo'])
  expect(result.items.find(({ kind }) => kind === 'artist')?.youtubeId).toBe('UC Bonobo - Topic')
  expect(names(result, 'track')).toEqual(['Video v1', 'Video v2'])
  expect(names(result, 'channel')).toEqual([])
})

test('leaves out channels and videos opened once or twice, unless subscribed', () => {
  const often = Array.from({ length: 3 }, () => watched('Vsauce', 'v1'))
  const savedRow: ExportRow = { type: 'saved', kind: 'channel', name: 'Rare', by: null, spotifyId: null, youtubeId: 'UC Rare' }
  const result = tallied([...often, watched('Once', 'v2'), watched('Once', 'v3'), watched('Rare', 'v4'), savedRow])
  expect(names(result, 'channel')).toEqual(['Vsauce', 'Rare'])
  expect(names(result, 'video')).toEqual(['Video v1'])
  expect(result.items.find(({ name }) => name === 'Rare')).toMatchObject({ kept: true, plays: 1 })
})

test('leaves out banned artists with all their tracks and counts the skipped plays', () => {
  const banned = (kind: 'artist' | 'track', name: string, by: string | null): ExportRow => ({ type: 'banned', kind, name, by })
  const result = tallied([
    played('Nickelback', 'Photograph'),
    played('Muse', 'Madness'),
    played('Muse', 'Uprising'),
    banned('artist', 'nickelback', null),
    banned('track', 'Madness', 'Muse'),
  ])
  expect(names(result, 'artist')).toEqual(['Muse'])
  expect(names(result, 'track')).toEqual(['Uprising'])
  expect(result).toMatchObject({ plays: 1, skipped: [{ why: 'banned', rows: 2 }] })
})

test('counts skip reasons, most frequent first', () => {
  const skip = (why: 'advert' | 'too_short'): ExportRow => ({ type: 'skipped', why })
  expect(tallied([skip('advert'), skip('too_short'), skip('too_short')]).skipped).toEqual([
    { why: 'too_short', rows: 2 },
    { why: 'advert', rows: 1 },
  ])
})

test('drops the least played items when the limit is reached', () => {
  const rows: ExportRow[] = []
  for (let index = 0; index < 5_000; index++) rows.push(played('Muse', 'Uprising'), played(`Artist ${index}`, `Track ${index}`))
  const result = tallied(rows, { entries: 200 })
  expect(names(result, 'artist')[0]).toBe('Muse')
  expect(result.items[0]?.plays).toBe(5_000)
  expect(result.items.length).toBeLessThanOrEqual(200)
  expect(result.plays).toBe(10_000)
})

describe('plays in several files', () => {
  function inFiles(...files: { rows: readonly ExportRow[]; precisionMs?: number }[]) {
    const tally = createTally({ now: NOW })
    for (const { rows, precisionMs = FIVE_MINUTES_MS } of files) {
      for (const row of rows) tally.add(row)
      tally.endFile(precisionMs)
    }
    return tally.result()
  }
  const HOUR_MS = 3_600_000

  test('the same play in two files counts once, even when one file records its start time', () => {
    const exact = [0, 1, 2, 3].map((hour) => played('Muse', 'Uprising', AT + hour * HOUR_MS))
    const rounded = [0, 1, 2, 3].map((hour) => played('muse', 'Uprising', AT + hour * HOUR_MS - 4 * 60_000))
    const result = inFiles({ rows: exact }, { rows: rounded })
    expect(result).toMatchObject({ plays: 4, skipped: [{ why: 'duplicate', rows: 4 }] })
    expect(result.items.map(({ kind, plays }) => [kind, plays])).toEqual([
      ['artist', 4],
      ['track', 4],
    ])
  })

  test('plays of one file are never merged, and each matches at most one of another file', () => {
    const twice = [played('Muse', 'Uprising'), played('Muse', 'Uprising')]
    expect(inFiles({ rows: twice }).plays).toBe(2)
    expect(inFiles({ rows: twice }, { rows: [...twice, ...twice] }).plays).toBe(4)
  })

  test('plays of other items or at other times add up', () => {
    const later = [played('Muse', 'Uprising', AT + HOUR_MS), played('Muse', 'Madness'), played('Bonobo', 'Uprising')]
    expect(inFiles({ rows: [played('Muse', 'Uprising')] }, { rows: later })).toMatchObject({ plays: 4, skipped: [] })
  })

  test('times that are only days match exact ones', () => {
    const days = [0, 7, 14].map((day) => AT + day * 24 * HOUR_MS)
    const result = inFiles(
      { rows: days.map((time) => watched('Vsauce', 'v1', time)) },
      { rows: days.map((time) => watched('Vsauce', 'v1', time - 12 * HOUR_MS)), precisionMs: 36 * HOUR_MS },
    )
    expect(result).toMatchObject({ plays: 3 })
    expect(result.items.map(({ plays }) => plays)).toEqual([3, 3])
  })

  test('an item that two files list as saved counts once', () => {
    const saved: ExportRow = { type: 'saved', kind: 'artist', name: 'Moby', by: null, spotifyId: null, youtubeId: null }
    expect(inFiles({ rows: [saved] }, { rows: [saved] }).kept).toBe(1)
  })
})

describe('times', () => {
  test('plays have their minute and the seconds that were played', () => {
    const tally = createTally({ now: NOW })
    tally.add({ type: 'track', name: 'Uprising', artist: 'Muse', spotifyId: null, at: AT + WEEK_MS, seconds: 200 })
    tally.add({ type: 'track', name: 'Uprising', artist: 'Muse', spotifyId: null, at: AT, seconds: 100 })
    tally.endFile(FIVE_MINUTES_MS)
    expect(tally.result().items[0]).toMatchObject({ times: [playAt(AT, 100), playAt(AT + WEEK_MS, 200)], days: [] })
  })

  test('of a file with only local days are stored as days', () => {
    const tally = createTally({ now: NOW })
    for (let play = 0; play < 3; play++) tally.add(watched('Vsauce', 'v1', Date.parse('2026-10-01T00:00:00Z')))
    tally.endFile(36 * 3_600_000)
    expect(tally.result().items[0]).toMatchObject({
      times: [],
      days: [packDay({ day: Math.floor(AT / 86_400_000), plays: 3, seconds: 0 })],
    })
  })

  test('stores recent plays beside the most played items', () => {
    const years = 3 * 365 * 86_400_000
    const rows = Array.from({ length: 2_100 }, (_, index) => [
      played(`Artist ${index}`, 'x', AT - years),
      played(`Artist ${index}`, 'x', AT - years),
    ])
    expect(names(tallied([...rows.flat(), played('New', 'x')]), 'artist')).toContain('New')
  })
})
