import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { playsOf } from '#sandbox/kit/plays.ts'
import { createMatchIndex } from '#server/features/matching/index/match-index.ts'
import { createTasteStore } from '#server/features/matching/taste.store.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { accountRow, extendedRow } from '#tests/kit/exports.ts'
import { catalog } from '#tests/kit/sources.ts'
import { dateOfDay, dayOfDate, localDays } from '#server/platform/local-day.ts'
import { minuteOf, packPlay, secondsOf } from '#server/features/sources/play-times.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { aZip } from '#tests/kit/zip.ts'
import { setUpImports, bonobo, database, historyZip, muse, namesOf, times, world } from './imports.test-world.ts'

setUpImports()

describe('duplicate plays', () => {
  test('importing the same file again adds nothing and reports it as repeated', async () => {
    const uid = await world.person()
    const zip = historyZip([...times(3, bonobo), muse])
    await world.bring(uid, zip)
    await world.settle()
    const before = await world.rowsOf(uid, 'spotify_file')
    const repeated = await world.bring(uid, zip, { name: 'renamed.zip' })
    await world.settle()
    expect(await world.importOf(uid, repeated.id)).toMatchObject({ status: 'repeated', summary: null })
    expect(await world.rowsOf(uid, 'spotify_file')).toEqual(before)
    expect(await world.bytesLeft()).toEqual([])
  })

  test('a file that was imported before times were stored can be imported again, and adds no plays', async () => {
    const uid = await world.person()
    const zip = historyZip([...times(3, bonobo), muse])
    await world.bring(uid, zip)
    await world.settle()
    await sql`update imports set has_times = false where uid = ${uid}`.execute(database.db)
    await sql`
      update item_plays set days = array[3 * 1048576]::bigint[], times = '', first_at = 0, last_at = 0
      where uid = ${uid} and item_id in (select id from items where name = 'Kerala')
    `.execute(database.db)
    const repeated = await world.bring(uid, zip)
    await world.settle()
    expect((await world.importOf(uid, repeated.id))?.status).toBe('done')
    const kerala = (await createPlaysStore(database.db).find({ uid, source: 'spotify_file' })).filter(
      ({ times: known }) => known.length === 3,
    )
    expect(kerala.map(({ kind, days }) => [kind, days])).toEqual(
      expect.arrayContaining([
        ['track', []],
        ['artist', []],
      ]),
    )
  })

  test('another export of the same years adds only its new plays', async () => {
    const uid = await world.person()
    const old = [...times(3, bonobo), ...times(2, muse)]
    await world.bring(uid, historyZip(old))
    await world.settle()
    const before = await world.rowsOf(uid, 'spotify_file')
    await world.bring(uid, historyZip(old, 'Streaming_History_Audio_all.json'))
    await world.settle()
    expect(await world.rowsOf(uid, 'spotify_file')).toEqual(before)
    const third = await world.bring(uid, historyZip([...old, ...times(5, { ...muse, at: '2026-10-27T10:00:00Z' })]))
    await world.settle()
    expect((await world.importOf(uid, third.id))?.summary?.added).toEqual({ artists: 0, tracks: 0, channels: 0, videos: 0 })
    expect(await namesOf(uid)).toEqual(['Muse', 'Bonobo'])
  })

  test('overlapping account data and extended history count once', async () => {
    const uid = await world.person()
    const year = JSON.stringify(times(4, bonobo).map((play) => accountRow(play)))
    await world.bring(uid, year, { name: 'StreamingHistory_music_0.json' })
    await world.settle()
    await world.bring(uid, historyZip([...times(4, bonobo), ...times(5, muse)]))
    await world.settle()
    expect(await namesOf(uid)).toEqual(['Muse', 'Bonobo'])
    expect(await world.rowsOf(uid, 'spotify_file')).toHaveLength(4)
  })

  test('the same plays in files of two services of one zip count once', async () => {
    const uid = await world.person()
    const scrobble = { artist: { '#text': 'Bonobo' }, name: 'Kerala', date: { uts: String(Date.parse('2026-10-20T10:00:30Z') / 1_000) } }
    const zip = aZip([
      { name: 'spotify/Streaming_History_Audio_2026_1.json', bytes: JSON.stringify([extendedRow(bonobo), extendedRow(muse)]) },
      { name: 'lastfm.json', bytes: JSON.stringify([{ track: [scrobble] }]) },
    ])
    const { id } = await world.bring(uid, zip)
    await world.settle()
    const { summary } = (await world.importOf(uid, id)) ?? {}
    expect(summary).toMatchObject({ plays: 2, skipped: [{ why: 'duplicate', rows: 1 }] })
    expect(summary?.sources?.toSorted()).toEqual(['history_file', 'spotify_file'])
  })

  test('the same plays at Last.fm, at ListenBrainz and in a file count once in matches', async () => {
    const uid = await world.person()
    const { tracks } = playsOf('mira', catalog)
    const rows = tracks.flatMap(({ name: track, artist, plays }) => times(plays, { artist, track }).map((play) => extendedRow(play)))
    for (const source of ['listenbrainz', 'lastfm'] as const) await world.sources.link(uid, source, { name: 'mira' })
    await world.settle()
    await world.bring(uid, JSON.stringify(rows), { name: 'endsong_0.json' })
    await world.settle()
    const listed = await createTasteStore(world.db).listRows(uid)
    expect([...new Set(listed.map(({ source }) => source))].toSorted()).toEqual(['lastfm', 'listenbrainz', 'spotify_file'])
    const index = createMatchIndex()
    const media = createMedia({ db: world.db, clock: world.clock, newId: randomUUID })
    index.register([...(await media.attributes(listed.map(({ itemId }) => itemId))).values()])
    index.put(uid, listed)
    const loved = index.lovedItems(uid, 'self')
    const weightsOf = (id: string) => listed.filter(({ itemId }) => itemId === id).map(({ weight }) => weight)
    expect(new Set(loved.map(({ itemId }) => itemId)).size).toBe(loved.length)
    expect(loved.filter(({ itemId, weight }) => Math.abs(weight - Math.max(...weightsOf(itemId))) > 0.001)).toEqual([])
    expect(loved.some(({ itemId }) => weightsOf(itemId).length === 3)).toBe(true)
  })

  test('a play in files, another upload, and an account counts once by its time', async () => {
    const uid = await world.person()
    const evening = { ...bonobo, at: '2026-10-20T22:30:00Z' }
    await world.bring(uid, historyZip([...times(2, bonobo), evening]), { timeZone: 'Europe/Berlin' })
    await world.settle()
    // The second upload lacks one play of October 20 and has two others of that day.
    const [morning, noon] = [
      { ...bonobo, at: '2026-10-20T06:00:00Z' },
      { ...bonobo, at: '2026-10-20T11:00:00Z' },
    ]
    await world.bring(uid, historyZip([bonobo, morning, noon, evening, { ...bonobo, at: '2026-10-25T10:00:00Z' }], 'more.json'), {
      timeZone: 'Europe/Berlin',
    })
    await world.settle()
    const plays = createPlaysStore(database.db)
    const [from, to] = [dayOfDate('2026-10-19'), dayOfDate('2026-10-25')]
    const dayOf = localDays('Europe/Berlin')
    const tracks = async () => {
      const found = (await plays.listInRange(uid, { from, to, timeZone: 'Europe/Berlin' })).filter(({ kind }) => kind === 'track')
      expect(found.flatMap(({ days }) => days)).toEqual([])
      const byDay = Map.groupBy(
        found.flatMap(({ times: all }) => all).toSorted((a, b) => a - b),
        (play) => dateOfDay(dayOf(minuteOf(play) * 60_000)),
      )
      return [...byDay].map(([date, all]) => [date, all.length, all.reduce((sum, play) => sum + secondsOf(play), 0)])
    }
    const expected = [
      ['2026-10-20', 4, 800],
      ['2026-10-21', 1, 200],
      ['2026-10-25', 1, 200],
    ]
    expect(await tracks()).toEqual(expected)
    const kerala = (await plays.find({ uid, source: 'spotify_file' })).find(({ kind }) => kind === 'track')?.itemId ?? ''
    await world.sources.link(uid, 'lastfm', { name: 'mira.by.day' })
    const minute = (time: string) => packPlay(Date.parse(time) / 60_000, 0)
    // It has the end of the same plays, and one more.
    const ofAccount = [minute('2026-10-20T06:03:00Z'), minute('2026-10-20T11:03:00Z'), minute('2026-10-20T18:00:00Z')]
    await plays.merge({ uid, source: 'lastfm' }, [{ itemId: kerala, times: ofAccount, days: [] }])
    expect(await tracks()).toEqual([['2026-10-20', 5, 800], ...expected.slice(1)])
    expect(Array.from(await plays.ends(uid, [kerala], dayOf), ([, { first }]) => dateOfDay(first.day))).toEqual(['2026-10-20'])
  })

  test('files of different years add up', async () => {
    const uid = await world.person()
    await world.bring(uid, historyZip(times(3, bonobo)))
    await world.settle()
    await world.bring(uid, historyZip([...times(2, muse), ...times(2, { ...muse, at: '2023-03-03T10:00:00Z' })]))
    await world.settle()
    expect(await namesOf(uid)).toEqual(['Muse', 'Bonobo'])
  })

  test('the same file can be imported again after disconnecting the source', async () => {
    const uid = await world.person()
    const zip = historyZip([bonobo])
    await world.bring(uid, zip)
    await world.settle()
    await world.sources.disconnect(uid, 'spotify_file')
    expect(await world.rowsOf(uid, 'spotify_file')).toEqual([])
    const { rows } = await sql`select 1 from item_plays where uid = ${uid}`.execute(database.db)
    expect(rows).toEqual([])
    const repeated = await world.bring(uid, zip)
    await world.settle()
    expect((await world.importOf(uid, repeated.id))?.status).toBe('done')
  })
})
