import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { IMPORT_PART_BYTES, importFrames } from '#contract/imports.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { channelIdOf, extendedRow, listen, PRIVATE_MARKS, videoIdOf, watchedPage } from '#tests/kit/exports.ts'
import { sourcesWorld } from '#tests/kit/sources.ts'
import { aZip } from '#tests/kit/zip.ts'
import { createImportsStore } from './imports.store.ts'
import { setUpImports, bonobo, database, historyZip, muse, namesOf, times, world } from './imports.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpImports()

test('an imported file becomes taste rows with a summary, and the file is deleted', async () => {
  const uid = await world.person()
  const started = await world.bring(uid, historyZip([...times(4, bonobo), ...times(2, muse), { ...muse, ms: 1_000 }]))
  expect(started).toMatchObject({ status: 'waiting', source: null })
  await world.settle()
  expect(await world.importOf(uid, started.id)).toMatchObject({
    status: 'done',
    source: 'spotify_file',
    progress: 1,
    problem: null,
    summary: {
      plays: 7,
      kept: 0,
      from: '2024-02-02',
      to: '2026-10-20',
      added: { artists: 2, tracks: 2, channels: 0, videos: 0 },
      skipped: [],
      files: [{ name: 'Streaming_History_Audio_2026_1.json', rows: 7 }],
      other_files: 0,
    },
  })
  expect(await world.rowsOf(uid, 'spotify_file')).toMatchObject([
    { kind: 'artist', name: 'Bonobo', rank: 1, weight: 1, ranges: { all_time: 1, '4_weeks': 1, '6_months': 1 } },
    { kind: 'artist', name: 'Muse', rank: 2, weight: 0.75, ranges: { all_time: 2 } },
    { kind: 'track', name: 'Kerala', rank: 1 },
    { kind: 'track', name: 'Uprising', rank: 2 },
  ])
  expect(await world.statusOf(uid, 'spotify_file')).toMatchObject({
    status: 'connected',
    counts: { artists: 2, tracks: 2 },
    synced_at: world.clock.now().toISOString(),
    shown_to: 'everyone',
    counts_for_matching: true,
    may_share: true,
  })
  expect(await world.bytesLeft()).toEqual([])
  expect(world.changed.at(-1)).toBe(uid)
})

test("reports progress to the owner's devices", async () => {
  const uid = await world.person()
  await world.bring(uid, historyZip([bonobo]))
  await world.settle()
  const received = world.hub.takeFrames().filter((frame) => frame.event === 'import_changed' && frame.uid === uid)
  expect(received.map(({ data }) => importFrames.import_changed.data.parse(data).import.status)).toEqual(
    expect.arrayContaining(['waiting', 'reading', 'done']),
  )
})

test("the summary has the first and the last day in the user's time zone, on the page and in the announcement", async () => {
  const uid = await world.person()
  world.timeZones.set(uid, 'America/New_York')
  const { id } = await world.bring(
    uid,
    historyZip([
      { ...muse, at: '2024-03-01T02:00:00Z' },
      { ...bonobo, at: '2026-11-01T03:30:00Z' },
    ]),
  )
  world.hub.takeFrames()
  await world.settle()
  const days = { from: '2024-02-29', to: '2026-10-31' }
  expect((await world.importOf(uid, id))?.summary).toMatchObject(days)
  const frame = world.hub.takeFrames().findLast(({ event }) => event === 'import_changed')
  expect(importFrames.import_changed.data.parse(frame?.data).import.summary).toMatchObject(days)
})

test('stores no addresses, user agents, countries or private sessions', async () => {
  const uid = await world.person()
  const rows = [extendedRow(bonobo), extendedRow({ artist: 'Hidden Artist', track: 'Alone at night' }, { incognito_mode: true })]
  const done = await world.bring(uid, JSON.stringify(rows), { name: 'endsong_0.json' })
  await world.settle()
  expect((await world.importOf(uid, done.id))?.summary?.skipped).toEqual([{ why: 'private_session', rows: 1 }])
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(database.db)
  const everything = await Promise.all(
    tables.map(async ({ name }) =>
      (await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(database.db)).rows.map(({ row }) => row),
    ),
  )
  const text = everything.flat().join('\n')
  expect(text).toContain('Bonobo')
  for (const mark of [...PRIVATE_MARKS, 'Alone at night']) expect(text).not.toContain(mark)
})

test('a play of ListenBrainz joins the Spotify track with the same ISRC, under any title', async () => {
  const listener = await world.person()
  const media = createMedia({ db: world.db, clock: world.clock, newId: randomUUID })
  const [track] = await media.resolve([{ kind: 'track', name: 'Cirrus', by: 'Bonobo', spotify_id: 'c'.repeat(22), isrc: 'GBCFB1200511' }])
  const { track_metadata: metadata, ...played } = listen({ artist: 'Simon Green', track: 'Cirrus (Album Version)' })
  const renamed = { ...played, track_metadata: { ...metadata, additional_info: { isrc: 'GB-CFB-12-00511' } } }
  await world.bring(listener, JSON.stringify({ listen_type: 'import', payload: [renamed] }), { name: 'listens.json' })
  await world.settle()
  const { rows } = await sql<{ item_id: string }>`
    select item_id from taste_rows where uid = ${listener} and kind = 'track'`.execute(database.db)
  expect(rows).toEqual([{ item_id: track }])
})

test('YouTube Takeout yields channels, and artists and tracks for music', async () => {
  const uid = await world.person()
  const view = (number: number, channel: string, title: string) => ({
    id: videoIdOf(number),
    title,
    channel,
    channelId: channelIdOf(channel.length),
  })
  const page = watchedPage([1, 2, 3].flatMap((index) => [view(index, 'Vsauce', `Video ${index}`), view(9, 'Bonobo - Topic', 'Kerala')]))
  const done = await world.bring(uid, page, { name: 'watch-history.html' })
  await world.settle()
  expect(await world.importOf(uid, done.id)).toMatchObject({
    status: 'done',
    source: 'youtube_file',
    summary: { plays: 6, added: { artists: 1, tracks: 1, channels: 1, videos: 0 } },
  })
  expect((await world.rowsOf(uid, 'youtube_file')).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'artist Bonobo',
    'channel Vsauce',
    'track Kerala',
  ])
})

test('one zip with files of two services fills both sources; either can be disconnected and imported again', async () => {
  const uid = await world.person()
  const views = [1, 2, 3].map((index) => ({ id: videoIdOf(index), title: `Video ${index}`, channel: 'Vsauce', channelId: channelIdOf(1) }))
  const zip = aZip([
    { name: 'spotify/Streaming_History_Audio_2026_1.json', bytes: JSON.stringify([extendedRow(bonobo)]) },
    { name: 'takeout/watch-history.html', bytes: watchedPage(views) },
  ])
  const { id } = await world.bring(uid, zip)
  await world.settle()
  const summary = { plays: 4, added: { artists: 1, tracks: 1, channels: 1, videos: 0 }, other_files: 0 }
  expect(await world.importOf(uid, id)).toMatchObject({ status: 'done', summary })
  expect((await world.importOf(uid, id))?.summary?.sources?.toSorted()).toEqual(['spotify_file', 'youtube_file'])
  for (const source of ['spotify_file', 'youtube_file'] as const) {
    expect(await world.statusOf(uid, source)).toMatchObject({ status: 'connected' })
    const before = await world.rowsOf(uid, source)
    await world.sources.disconnect(uid, source)
    await world.bring(uid, zip)
    await world.settle()
    expect(await world.rowsOf(uid, source)).toEqual(before)
  }
  expect(await namesOf(uid)).toEqual(['Bonobo'])
})

describe('consent', () => {
  test('the consent chosen with the file applies to its source at once', async () => {
    const uid = await world.person()
    await world.bring(uid, historyZip([bonobo]), { shownTo: 'only_me', countsForMatching: false })
    await world.settle()
    expect(await world.statusOf(uid, 'spotify_file')).toMatchObject({ shown_to: 'only_me', counts_for_matching: false })
  })

  test('a second file does not change the consent of its source', async () => {
    const uid = await world.person()
    await world.bring(uid, historyZip([bonobo]), { shownTo: 'only_me', countsForMatching: false })
    await world.settle()
    await world.bring(uid, historyZip([muse]), { shownTo: 'everyone', countsForMatching: true })
    await world.settle()
    expect(await world.statusOf(uid, 'spotify_file')).toMatchObject({ shown_to: 'only_me', counts_for_matching: false })
  })
})

describe('errors', () => {
  test.for([
    ['a foreign file', 'a shopping list', 'import_foreign'],
    ['a damaged zip', historyZip([bonobo]).subarray(0, 150), 'import_broken'],
    ['a zip in a zip', aZip([{ name: 'inner.zip', bytes: historyZip([bonobo]) }]), 'import_nested'],
  ] as const)('%s fails with its reason, changes nothing and leaves no bytes', async ([, content, problem]) => {
    const uid = await world.person()
    await world.bring(uid, historyZip([bonobo]))
    await world.settle()
    const before = await world.rowsOf(uid, 'spotify_file')
    const { id } = await world.bring(uid, content)
    await world.settle()
    expect(await world.importOf(uid, id)).toMatchObject({ status: 'failed', problem, summary: null })
    expect(await world.rowsOf(uid, 'spotify_file')).toEqual(before)
    expect(await world.bytesLeft()).toEqual([])
  })

  test('a cancelled import leaves no data, before and while it is read', async () => {
    const uid = await world.person()
    const waiting = await world.bring(uid, historyZip([bonobo]))
    expect((await world.imports.cancel(uid, waiting.id)).status).toBe('cancelled')
    await world.settle()
    expect(await world.rowsOf(uid, 'spotify_file')).toEqual([])

    const second = await world.bring(uid, historyZip([muse]))
    const running = world.jobs.runWaiting()
    const cancelled = world.imports.cancel(uid, second.id)
    await Promise.all([running, cancelled])
    expect((await world.importOf(uid, second.id))?.status).toBe('cancelled')
    expect(await world.rowsOf(uid, 'spotify_file')).toEqual([])
    expect(await world.bytesLeft()).toEqual([])
  })
})

describe('uploading', () => {
  test('accepts a file in parts; a repeated part is harmless, a missing one is rejected', async () => {
    const uid = await world.person()
    const rows = JSON.stringify(times(14_000, bonobo).map((play) => extendedRow(play)))
    const bytes = Buffer.from(rows)
    const part = (number: number) => bytes.subarray(number * IMPORT_PART_BYTES, (number + 1) * IMPORT_PART_BYTES)
    const { id } = await world.imports.begin(uid, { name: 'endsong_0.json', bytes: bytes.length })
    expect(await world.imports.addPart(uid, id, 0, part(0))).toMatchObject({ status: 'uploading', next_part: 1 })
    expect(await world.imports.addPart(uid, id, 0, part(0))).toMatchObject({ next_part: 1 })
    expect(await errorCode(world.imports.addPart(uid, id, 2, part(2)))).toBe('wrong_state')
    expect(await errorCode(world.imports.addPart(uid, id, 1, Buffer.from('short')))).toBe('invalid_input')
    for (let index = 1; index * IMPORT_PART_BYTES < bytes.length; index++) await world.imports.addPart(uid, id, index, part(index))
    await world.settle()
    expect(await world.importOf(uid, id)).toMatchObject({ status: 'done', summary: { plays: 14_000 } })
  })

  test('one file at a time for each user; an idle upload makes room', async () => {
    const uid = await world.person()
    const first = await world.imports.begin(uid, { name: 'a.zip', bytes: 10 })
    expect(await errorCode(world.imports.begin(uid, { name: 'b.zip', bytes: 10 }))).toBe('import_running')
    world.clock.pass(60_000)
    const second = await world.imports.begin(uid, { name: 'b.zip', bytes: 10 })
    expect((await world.importOf(uid, first.id))?.status).toBe('cancelled')
    expect(second.status).toBe('uploading')
  })

  test('rejects files that are too large or too many before any upload', async () => {
    const small = await sourcesWorld(database.db, { maxBytes: 1_000 })
    const people = await Promise.all(Array.from({ length: 9 }, () => small.person()))
    expect(await errorCode(small.imports.begin(people[0] ?? '', { name: 'a.zip', bytes: 1_001 }))).toBe('too_large')
    const responses = []
    for (const uid of people) responses.push(await errorCode(small.imports.begin(uid, { name: 'a.zip', bytes: 1_000 })))
    expect(responses.at(-1)).toBe('unavailable')
    small.clock.pass(2 * 3_600_000)
    await small.imports.cleanUp()
    await small.close()
  })

  test('is rejected when the disk has no room for its parts and the whole file, and a part when it no longer has', async () => {
    const uid = await world.person()
    const bytes = IMPORT_PART_BYTES + 1
    world.disk.freeBytes = 2 * bytes - 1
    expect(await errorCode(world.imports.begin(uid, { name: 'a.zip', bytes }))).toBe('storage_full')
    world.disk.freeBytes = 2 * bytes
    const { id } = await world.imports.begin(uid, { name: 'a.zip', bytes })
    world.disk.freeBytes = IMPORT_PART_BYTES - 1
    expect(await errorCode(world.imports.addPart(uid, id, 0, Buffer.alloc(IMPORT_PART_BYTES)))).toBe('storage_full')
    expect(await world.bytesLeft()).toEqual([])
    world.disk.freeBytes = IMPORT_PART_BYTES
    expect(await world.imports.addPart(uid, id, 0, Buffer.alloc(IMPORT_PART_BYTES))).toMatchObject({ next_part: 1 })
    await world.imports.cancel(uid, id)
    world.disk.freeBytes = Number.MAX_SAFE_INTEGER
  })

  test('an import whose file the disk has no room to join fails after three attempts, and its parts are deleted', async () => {
    const uid = await world.person()
    const { id } = await world.bring(uid, historyZip([bonobo]))
    world.disk.freeBytes = 0
    await world.settle()
    expect(await world.importOf(uid, id)).toMatchObject({ status: 'failed', problem: 'import_failed' })
    expect(await world.bytesLeft()).toEqual([])
    world.disk.freeBytes = Number.MAX_SAFE_INTEGER
  })

  test('after 60 files in an hour, the error says when the next one is possible', async () => {
    const uid = await world.person()
    for (let no = 0; no < 60; no++) {
      await world.imports.cancel(uid, (await world.imports.begin(uid, { name: 'a.zip', bytes: 10 })).id)
      world.clock.pass(30_000)
    }
    const next = () => world.imports.begin(uid, { name: 'a.zip', bytes: 10 })
    await expect(next()).rejects.toMatchObject({ code: 'rate_limited', context: { retryAfterSeconds: 1_800 } })
    world.clock.pass(1_800_000)
    await world.imports.cancel(uid, (await next()).id)
  })

  test("another user's import is not found", async () => {
    const uid = await world.person()
    const other = await world.person()
    const { id } = await world.imports.begin(uid, { name: 'a.zip', bytes: 10 })
    expect(await errorCode(world.imports.addPart(other, id, 0, Buffer.alloc(10)))).toBe('not_found')
    expect(await errorCode(world.imports.cancel(other, id))).toBe('not_found')
    await world.imports.forget(other, id)
    expect(await world.importOf(uid, id)).toBeDefined()
    expect(await errorCode(world.imports.cancel(uid, randomUUID()))).toBe('not_found')
    await world.imports.cancel(uid, id)
  })

  test('cancels abandoned uploads after an hour and deletes failed imports after a week', async () => {
    const uid = await world.person()
    const { id } = await world.imports.begin(uid, { name: 'a.zip', bytes: IMPORT_PART_BYTES + 1 })
    await world.imports.addPart(uid, id, 0, Buffer.alloc(IMPORT_PART_BYTES))
    await world.imports.cleanUp()
    expect((await world.importOf(uid, id))?.status).toBe('uploading')
    world.clock.pass(3_600_000)
    await world.imports.cleanUp()
    expect((await world.importOf(uid, id))?.status).toBe('cancelled')
    expect(await world.bytesLeft()).toEqual([])
    world.clock.pass(8 * 24 * 3_600_000)
    await world.imports.cleanUp()
    expect(await world.importOf(uid, id)).toBeUndefined()
  })

  test('the cleanup deletes parts of an import that was canceled before a crash, and no parts of a running one, once the file store works', async () => {
    const [uid, other] = [await world.person(), await world.person()]
    const begin = async (owner: string) => {
      const { id } = await world.imports.begin(owner, { name: 'a.zip', bytes: IMPORT_PART_BYTES + 1 })
      await world.imports.addPart(owner, id, 0, Buffer.alloc(IMPORT_PART_BYTES))
      return id
    }
    const [canceled, running] = [await begin(uid), await begin(other)]
    // The server stopped after this, before it queued the deletion.
    await createImportsStore(world.db).change(canceled, { status: ['uploading'] }, { status: 'cancelled' }, world.clock.now())
    vi.spyOn(world.files, 'listFolders').mockRejectedValueOnce(new Error('the file store is down'))
    await world.imports.cleanUp()
    expect(await world.bytesLeft()).toHaveLength(2)
    await world.imports.cleanUp()
    expect(await world.bytesLeft()).toEqual([`imports/${running}/0`])
    await world.imports.cancel(other, running)
  })

  test('removing a finished import from the list preserves its data', async () => {
    const uid = await world.person()
    const { id } = await world.bring(uid, historyZip([bonobo]))
    expect(await errorCode(world.imports.forget(uid, id))).toBe('wrong_state')
    await world.settle()
    await world.imports.forget(uid, id)
    expect(await world.importOf(uid, id)).toBeUndefined()
    expect(await namesOf(uid)).toEqual(['Bonobo'])
  })
})
