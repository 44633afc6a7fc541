import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRow, channelIdOf, extendedRow, listen, PRIVATE_MARKS, videoIdOf, watchedPage, watchedRow } from '#tests/kit/exports.ts'
import { aZip, type ZipFile } from '#tests/kit/zip.ts'
import { ImportError, readExport } from './file.ts'

const NOW = Date.parse('2026-11-01T12:00:00Z')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wavelength-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string | Buffer) {
  const path = join(folder, 'brought')
  await writeFile(path, content)
  const shares: number[] = []
  const announced: string[] = []
  const result = await readExport({
    path,
    now: NOW,
    onSource: (source) => announced.push(source),
    onProgress: (share) => shares.push(share),
  })
  const [largest] = result.sources
  if (!largest) throw new Error('nothing was read')
  return { ...result, ...largest, shares, announced }
}
const errorOf = (content: string | Buffer) =>
  read(content).then(
    () => 'read',
    (error: unknown) => (error instanceof ImportError ? error.problem : error),
  )
const json = (value: unknown) => JSON.stringify(value)
const names = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ kind, name }) => `${kind} ${name}`)

const kerala = { artist: 'Bonobo', track: 'Kerala' }
const cirrus = { artist: 'Bonobo', track: 'Cirrus', at: '2024-05-05T10:00:00Z' }
const extended: ZipFile[] = [
  {
    name: 'Spotify Extended Streaming History/Streaming_History_Audio_2026_1.json',
    bytes: json([extendedRow(kerala), extendedRow(cirrus)]),
  },
  {
    name: 'Spotify Extended Streaming History/Streaming_History_Video_2026.json',
    bytes: json([extendedRow({ artist: 'Films', track: 'A film' })]),
  },
  { name: 'Spotify Extended Streaming History/ReadMeFirst_ExtendedStreamingHistory.pdf', bytes: '%PDF' },
]
const channel = { channel: 'Vsauce', channelId: channelIdOf(1) }
const views = Array.from({ length: 3 }, (_, index) => ({ id: videoIdOf(index), title: `Title ${index}`, ...channel }))
const subscriptions = `Kanal-ID,Kanal-URL,Kanaltitel\n${channelIdOf(2)},http://www.youtube.com/channel/${channelIdOf(2)},Tom Scott\n`

test('Spotify extended history: reads music of all years and skips videos', async () => {
  const result = await read(aZip(extended))
  expect(names(result)).toEqual(['artist Bonobo', 'track Kerala', 'track Cirrus'])
  expect(result).toMatchObject({
    source: 'spotify_file',
    plays: 2,
    otherFiles: 2,
    files: [{ rows: 2 }],
    from: Date.parse('2024-05-05T10:00:00Z'),
  })
  expect(result.announced).toEqual(['spotify_file'])
  expect(result.shares.at(-1)).toBe(1)
})

test('Spotify account data: reads a year of plays and the library', async () => {
  const result = await read(
    aZip([
      { name: 'MyData/StreamingHistory_music_0.json', bytes: json([accountRow(kerala)]) },
      {
        name: 'MyData/StreamingHistory_podcast_0.json',
        bytes: json([{ endTime: '2026-01-01 10:00', podcastName: 'x', episodeName: 'y', msPlayed: 99_999 }]),
      },
      { name: 'MyData/YourLibrary.json', bytes: json({ tracks: [], artists: [{ name: 'Moby', uri: '' }] }) },
      { name: 'MyData/Userdata.json', bytes: json({ username: 'hidden', email: 'hidden.person@example.test' }) },
    ]),
  )
  expect(names(result).toSorted()).toEqual(['artist Bonobo', 'artist Moby', 'track Kerala'])
  expect(result).toMatchObject({ plays: 1, kept: 1, otherFiles: 2 })
})

test('Takeout: reads history and subscriptions in folders of any language', async () => {
  const result = await read(
    aZip([
      { name: 'Takeout/archive_browser.html', bytes: '<html><body>index</body></html>' },
      { name: 'Takeout/YouTube und YouTube Music/Verlauf/Wiedergabeverlauf.html', bytes: watchedPage(views, 'Angesehen:') },
      { name: 'Takeout/YouTube und YouTube Music/Abos/Abos.csv', bytes: subscriptions },
    ]),
  )
  expect(names(result)).toEqual(['channel Vsauce', 'channel Tom Scott'])
  expect(result).toMatchObject({ source: 'youtube_file', plays: 3, kept: 1 })
})

test('ListenBrainz: reads every month of every year', async () => {
  const result = await read(
    aZip([
      { name: 'listens/2025/12.jsonl', bytes: `${json(listen(cirrus))}\n` },
      { name: 'listens/2026/1.jsonl', bytes: `${json(listen(kerala))}\n${json(listen(kerala))}\n` },
      { name: 'feedback.jsonl', bytes: `${json({ score: 1, recording_mbid: 'x' })}\n` },
      { name: 'user.json', bytes: json({ user_id: 1 }) },
    ]),
  )
  expect(result).toMatchObject({ source: 'listenbrainz_file', plays: 3, otherFiles: 2 })
})

test('account and extended history in one zip count each play once', async () => {
  const plays = [0, 1, 2, 3].map((hour) => ({ ...kerala, at: `2026-05-05T1${hour}:00:42Z` }))
  const result = await read(
    aZip([
      { name: 'MyData/StreamingHistory_music_0.json', bytes: json(plays.map((play) => accountRow(play))) },
      { name: 'MyData/Streaming_History_Audio_2026.json', bytes: json(plays.map((play) => extendedRow(play))) },
    ]),
  )
  expect(result).toMatchObject({ plays: 4, skipped: [{ why: 'duplicate', rows: 4 }] })
  expect(result.items.map(({ plays: count }) => count)).toEqual([4, 4])
})

test('a watch history as JSON and as HTML in one zip counts each view once', async () => {
  const days = ['2026-09-01', '2026-09-08', '2026-09-15']
  const rows = days.flatMap((day) => views.map((view) => watchedRow({ ...view, at: `${day}T22:30:00Z` })))
  // In local time, these views were on the next day.
  const dates = ['Sep 2, 2026, 12:30:00 AM CEST', 'Sep 9, 2026, 12:30:00 AM CEST', 'Sep 16, 2026, 12:30:00 AM CEST']
  const page = watchedPage(dates.flatMap((date) => views.map((view) => ({ ...view, date }))))
  const result = await read(
    aZip([
      { name: 'Takeout/YouTube/history/watch-history.json', bytes: json(rows) },
      { name: 'Takeout/YouTube/history/watch-history.html', bytes: page },
    ]),
  )
  expect(result.plays).toBe(9)
  expect(result.items.find(({ kind }) => kind === 'channel')?.plays).toBe(9)
})

test('one zip with files of two services yields both', async () => {
  const both = await read(
    aZip([
      ...extended,
      { name: 'Takeout/watch-history.json', bytes: json(views.map((view) => watchedRow(view))) },
      { name: 'Takeout/subscriptions.csv', bytes: subscriptions },
    ]),
  )
  const found = both.sources.map(({ source, plays, kept, items }) => ({ source, plays, kept, names: items.map(({ name }) => name) }))
  expect(found.toSorted((a, b) => a.source.localeCompare(b.source))).toEqual([
    { source: 'spotify_file', plays: 2, kept: 0, names: ['Bonobo', 'Kerala', 'Cirrus'] },
    { source: 'youtube_file', plays: 3, kept: 1, names: ['Vsauce', 'Tom Scott'] },
  ])
  expect(both).toMatchObject({ otherFiles: 2, announced: [both.source] })
  expect(both.files).toHaveLength(3)
})

test('a source without entries does not hide the other one', async () => {
  const result = await read(aZip([...extended, { name: 'Takeout/archive_browser.html', bytes: `<html>${'x'.repeat(9_000)}</html>` }]))
  expect(result.sources.map(({ source }) => source)).toEqual(['spotify_file'])
})

test.for([
  ['a history in JSON alone', json([extendedRow(kerala)])],
  ['pretty printed', JSON.stringify([extendedRow(kerala)], null, 2)],
  ['a page alone', watchedPage(views)],
  ['a list of views', json(views.map((view) => watchedRow(view)))],
  ['subscriptions', subscriptions],
  ['lines', json(listen(kerala))],
] as const)('files that are not packed are known as well, whatever they are called: %s', async ([, content]) => {
  expect((await read(content)).items.length).toBeGreaterThan(0)
})

test('drops all private fields of the rows', async () => {
  const rows = [extendedRow(kerala), extendedRow({ artist: 'Hidden Artist', track: 'Alone' }, { incognito_mode: true })]
  const result = json(await read(aZip([{ name: 'endsong_0.json', bytes: json(rows) }])))
  for (const mark of PRIVATE_MARKS) expect(result).not.toContain(mark)
  expect(result).toContain('Bonobo')
})

const truncated = aZip(extended).subarray(0, 200)
test.for<[string, string | Buffer, string]>([
  ['a holiday picture', Buffer.from('ffd8ffe000104a46494600', 'hex'), 'import_foreign'],
  ['unrelated JSON', '[{"a":1},{"a":2}]', 'import_foreign'],
  ['some web page', '<!doctype html><html><body>Hello</body></html>', 'import_foreign'],
  ['an empty file', '', 'import_empty'],
  ['a zip of pictures', aZip([{ name: 'a.jpg', bytes: 'x' }]), 'import_foreign'],
  ['an empty zip', aZip([]), 'import_foreign'],
  ['rows of another shape', json([{ ms_played: 'a lot' }, { ms_played: null }]), 'import_foreign'],
  ['a zip that ends too early', truncated, 'import_broken'],
  ['a list that ends too early', json([extendedRow(kerala), extendedRow(cirrus)]).slice(0, 900), 'import_broken'],
  ['a zip in a zip', aZip([{ name: 'my_spotify_data.zip', bytes: aZip(extended) }]), 'import_nested'],
  [
    'a zip with a password',
    aZip([{ name: 'endsong_0.json', bytes: json([extendedRow(kerala)]), claims: { flags: 1 } }]),
    'import_encrypted',
  ],
  ['a tarball', gzipSync('takeout'), 'import_archive'],
  [
    'a bomb',
    aZip([{ name: 'endsong_0.json', bytes: `${json([extendedRow(kerala)]).slice(0, -1)},${'\n'.repeat(20_000_000)}]` }]),
    'import_too_large',
  ],
  ['only private sessions', json([extendedRow(kerala, { incognito_mode: true })]), 'import_nothing'],
  ['a Maloja export without scrobbles', json({ maloja: { export_time: 1 }, scrobbles: [] }), 'import_empty'],
  ['a Last.fm table with only its header', 'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n', 'import_empty'],
  ['a music library with only its header', 'Video ID,Song Title,Album Title,Artist Name 1\n', 'import_empty'],
  ['a log without plays', '#AUDIOSCROBBLER/1.1\n#TZ/UTC\n#CLIENT/Rockbox\n', 'import_empty'],
  ['a playlist file without playlists', json({ playlists: [] }), 'import_empty'],
  ['a blank file', '\n \n', 'import_empty'],
  ['a cut-off Maloja export', '{"scrobbles":[{"time":1790000000,"track":{"artists":["Bonobo"],"title":"Kerala"}},{"ti', 'import_broken'],
  ['a cut-off Pano Scrobbler log', '{"timeMs":1790000000000,"artist":"Bonobo","track":"Kerala"}\n{"timeMs":17900', 'import_broken'],
  ['another table', 'name,price\nMilk,2\n', 'import_foreign'],
  ['an empty list', ' [ ]\n', 'import_empty'],
  ['a zip with an empty history', aZip([{ name: 'MyData/StreamingHistory_music_0.json', bytes: '[]' }]), 'import_empty'],
  ['no subscriptions', 'Channel Id,Channel Url,Channel Title\n', 'import_empty'],
  ['no subscriptions in German', 'Kanal-ID,Kanal-URL,Kanaltitel\n', 'import_empty'],
  ['an empty library', json({ tracks: [], artists: [] }), 'import_empty'],
])('is rejected with its reason: %s', async ([, content, problem]) => {
  expect(await errorOf(content)).toBe(problem)
})

const PLAYED = Date.parse('2026-10-01T12:00:00Z')
const SECONDS = PLAYED / 1_000
const page = (tracks: unknown[]) => ({ track: tracks, '@attr': { page: '1', totalPages: '1', user: 'hidden.person@example.test' } })
const lastfmTrack = {
  artist: { mbid: '', '#text': 'Bonobo' },
  name: 'Kerala',
  album: { '#text': 'Migration' },
  date: { uts: String(SECONDS) },
}
const submitted = { listened_at: SECONDS, track_metadata: { artist_name: 'Bonobo', track_name: 'Kerala' } }
const apple = 'Apple Music Play Activity'
const appleHeader = 'Album Name,Artist Name,Event End Timestamp,Event Type,IP City,Media Type,Play Duration Milliseconds,Song Name'
const appleRow = (song: string, ms: number, type = 'PLAY_END', media = 'AUDIO') =>
  `Migration,Bonobo,2026-10-01T12:00:00.000Z,${type},"Berlin, ${PRIVATE_MARKS[0]}",${media},${ms},${song}`

// From the public descriptions of each format and the importers of ListenBrainz and Maloja.
test.for([
  ['Libre.fm', 'history_file', `Time,Artist,Track,Album\n${SECONDS},Bonobo,Kerala,"Migration, live"\n`],
  ['Libre.fm with a title line', 'history_file', `Libre.fm export\n\nTime,Artist,Track,Album\n${SECONDS},Bonobo,Kerala,\n`],
  [
    '.scrobbler.log',
    'history_file',
    `#AUDIOSCROBBLER/1.1\n#TZ/UTC\n#CLIENT/Rockbox sansa $Revision$\nBonobo\tMigration\tKerala\t3\t237\tL\t${SECONDS}\t\nBonobo\tMigration\tBreak Apart\t2\t272\tS\t${SECONDS}\t\n`,
  ],
  [
    'Maloja',
    'history_file',
    JSON.stringify(
      {
        maloja: { export_time: SECONDS },
        scrobbles: [
          { time: SECONDS, track: { artists: ['Bonobo', 'Guest'], title: 'Kerala', album: null, length: 237 }, origin: 'client:x' },
        ],
      },
      null,
      3,
    ),
  ],
  [
    'Pano Scrobbler, lines',
    'history_file',
    `${json({ timeHuman: 'Oct 1', timeMs: PLAYED, artist: 'Bonobo', track: 'Kerala', event: 'scrobble' })}\n${json({ timeMs: PLAYED, artist: 'Moby', track: 'Porcelain', event: 'love' })}\n`,
  ],
  [
    'Pano Scrobbler, table',
    'history_file',
    `timeHuman,timeMs,artist,track,album,albumArtist,durationMs,mediaPlayerPackage,mediaPlayerName,mediaPlayerVersion,event\n"Oct 1",${PLAYED},Bonobo,Kerala,Migration,,237000,app,App,1,scrobble\n`,
  ],
  ['Last.fm, pages in JSON', 'history_file', json([page([lastfmTrack])])],
  [
    'Last.fm, tracks in JSON',
    'history_file',
    json([{ ...lastfmTrack, date: undefined, name: 'Right now', '@attr': { nowplaying: 'true' } }, lastfmTrack]),
  ],
  ['Last.fm, an answer of the API', 'history_file', json({ recenttracks: page([lastfmTrack]) })],
  [
    'Last.fm, lastfmstats.com in JSON',
    'history_file',
    json({ username: 'x', scrobbles: [{ track: 'Kerala', artist: 'Bonobo', album: 'Migration', date: PLAYED }] }),
  ],
  [
    'Last.fm, table',
    'history_file',
    `uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\r\n"${SECONDS}","01 Oct 2026, 12:00","Bonobo","","Migration","","Kerala",""\r\n`,
  ],
  ['Last.fm, table without a header', 'history_file', 'Bonobo,Migration,Kerala,01 Oct 2026 12:00\n'],
  [
    'Last.fm, lastfmstats.com table',
    'history_file',
    `Artist;Album;AlbumId;Track;Date#someone\n"Bonobo";"Migration";"";"Kerala";"${PLAYED}"\n`,
  ],
  ['ListenBrainz, submitted listens', 'listenbrainz_file', json({ listen_type: 'import', payload: [submitted] })],
  [
    'ListenBrainz, an answer of the API',
    'listenbrainz_file',
    json({ payload: { count: 1, latest_listen_ts: SECONDS, listens: [submitted], user_id: 'x' } }),
  ],
  [
    apple,
    'history_file',
    `\uFEFF${appleHeader}\r\n${appleRow('Kerala', 200_000)}\r\n${appleRow('Kerala', 0, 'PLAY_START')}\r\n${appleRow('Cirrus', 4_000)}\r\n${appleRow('A film', 900_000, 'PLAY_END', 'VIDEO')}\r\n`,
  ],
  [
    'Apple Music without the track artist',
    'history_file',
    `Container Artist Name,Event Start Timestamp,Play Duration Milliseconds,Song Name\nBonobo,2026-10-01T12:00:00Z,200000,Kerala\n`,
  ],
] as const)('%s: reads plays with their times, by content', async ([, source, content]) => {
  const result = await read(content)
  expect(names(result)).toEqual(['artist Bonobo', 'track Kerala'])
  expect(result).toMatchObject({ source, plays: 1, from: PLAYED, to: PLAYED })
  expect(json(result)).not.toContain(PRIVATE_MARKS[0])
  // The same in a zip, under any name.
  expect(await read(aZip([{ name: 'anything', bytes: content }]))).toMatchObject({ source, plays: 1 })
})

const withDurations = {
  '.scrobbler.log': `#AUDIOSCROBBLER/1.1\nBonobo\tMigration\tKerala\t3\t237\tL\t${SECONDS}\t\n`,
  Maloja: json({ scrobbles: [{ time: SECONDS, track: { artists: ['Bonobo'], title: 'Kerala', length: 237 } }] }),
  'Pano Scrobbler, lines': `${json({ timeMs: PLAYED, artist: 'Bonobo', track: 'Kerala', durationMs: 237_000, event: 'scrobble' })}\n`,
  'Pano Scrobbler, table': `timeMs,artist,track,durationMs,event\n${PLAYED},Bonobo,Kerala,237000,scrobble\n`,
  'Apple Music': `Artist Name,Event End Timestamp,Media Duration In Milliseconds,Song Name\nBonobo,2026-10-01T12:00:00Z,237000,Kerala\n`,
  ListenBrainz: json({
    payload: [{ ...submitted, track_metadata: { ...submitted.track_metadata, additional_info: { duration_ms: 237_000 } } }],
  }),
}
test.for(Object.entries(withDurations))('%s: reads the length of tracks', async ([, content]) => {
  const { items } = await read(content)
  expect(items.map(({ kind, durationMs }) => [kind, durationMs])).toEqual([
    ['artist', null],
    ['track', 237_000],
  ])
})

test('Spotify account data: saved albums and playlists', async () => {
  const song = { trackName: 'Porcelain', artistName: 'Moby', albumName: 'Play', trackUri: `spotify:track:${'p'.repeat(22)}` }
  const playlist = { name: 'Mine', collaborators: [], items: [{ track: song, episode: null, localTrack: null, addedDate: '2026-01-01' }] }
  const podcasts = { name: 'Talks', items: [{ track: null, episode: { episodeName: 'x' } }] }
  const albums = [{ artist: 'Burial', album: 'Untrue', uri: 'spotify:album:1' }]
  const result = await read(
    aZip([
      { name: 'MyData/Playlist1.json', bytes: json({ playlists: [playlist, podcasts] }) },
      { name: 'MyData/YourLibrary.json', bytes: json({ tracks: [], albums, shows: [], artists: [] }) },
    ]),
  )
  expect(names(result).toSorted()).toEqual(['artist Burial', 'track Porcelain'])
  expect(result.items.find(({ name }) => name === 'Porcelain')).toMatchObject({ by: 'Moby', spotifyId: 'p'.repeat(22), kept: true })
  expect(result).toMatchObject({ source: 'spotify_file', plays: 0, kept: 2 })
})

test.for([
  ['with ids', `Video ID,Song Title,Album Title,Artist Name 1,Artist Name 2\n${videoIdOf(1)},"Kerala, live",Migration,Bonobo,Guest\n`],
  ['in Portuguese', `ID do vídeo,Song Title,Album Title,Artist Name 1\n${videoIdOf(1)},"Kerala, live",Migration,Bonobo\n`],
  [
    'with addresses',
    `Song URL,Song Title,Album Title,Artist Names\nhttps://music.youtube.com/watch?v=${videoIdOf(1)},"Kerala, live",Migration,Bonobo\n`,
  ],
] as const)('YouTube Music: reads library songs %s', async ([, content]) => {
  const result = await read(content)
  expect(result.items).toMatchObject([{ kind: 'track', name: 'Kerala, live', by: 'Bonobo', youtubeId: videoIdOf(1), kept: true }])
  expect(result).toMatchObject({ source: 'youtube_file', plays: 0, kept: 1 })
})

test('the same plays in several formats of one zip count once', async () => {
  const result = await read(
    aZip([
      { name: 'lastfm.json', bytes: json([page([lastfmTrack])]) },
      { name: 'librefm.csv', bytes: `Time,Artist,Track,Album\n${SECONDS + 60},Bonobo,Kerala,\n` },
    ]),
  )
  expect(result).toMatchObject({ source: 'history_file', plays: 1 })
  expect(result.skipped).toEqual([{ why: 'duplicate', rows: 1 }])
})
