import { describe, expect, test } from 'vitest'
import { accountRow, channelIdOf, extendedRow, listen, spotifyIdOf, videoIdOf, watchedPage, watchedRow } from '#tests/kit/exports.ts'
import type { ExportFormat, ExportRow } from '#server/providers/export.ts'
import { listenLines, listenList } from '#server/providers/listenbrainz/listenbrainz.export.ts'
import { accountHistory, extendedHistory, library } from '#server/providers/spotify/spotify.export.ts'
import { watchHistoryHtml, watchHistoryJson } from '#server/providers/youtube/takeout.history.ts'
import { subscriptionsCsv } from '#server/providers/youtube/takeout.subscriptions.ts'

const formats = { extendedHistory, accountHistory, library, listenLines, listenList, watchHistoryHtml, watchHistoryJson, subscriptionsCsv }

async function* pieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let index = 0; index < bytes.length; index += 100) yield bytes.subarray(index, index + 100)
}

async function read(format: ExportFormat, content: unknown): Promise<ExportRow[]> {
  const all: ExportRow[] = []
  for await (const batch of format.rows(pieces(typeof content === 'string' ? content : JSON.stringify(content)))) all.push(...batch)
  return all
}
const skips = (rows: readonly ExportRow[]) => rows.map((row) => (row.type === 'skipped' ? row.why : row.type))
const track = { artist: 'Bonobo', track: 'Kerala' }
const video = { id: videoIdOf(1), title: 'Fire <and> ice', channel: 'Veritasium', channelId: channelIdOf(1) }
const TIME = Date.parse('2026-10-01T12:00:00Z')

describe('Spotify, extended history', () => {
  test('a play keeps its name, artist, id, time and length, and no other field of its row', async () => {
    expect(await read(extendedHistory, [extendedRow({ ...track, spotifyId: spotifyIdOf(7) })])).toEqual([
      { type: 'track', name: 'Kerala', artist: 'Bonobo', spotifyId: spotifyIdOf(7), at: TIME, seconds: 200 },
    ])
  })

  test('leaves out private sessions, podcasts and skipped plays, and counts short tracks that were played to the end', async () => {
    const rows = [
      extendedRow(track, { incognito_mode: true }),
      extendedRow(track, { master_metadata_track_name: null, episode_name: 'A podcast' }),
      extendedRow(track, { ms_played: 29_999, reason_end: 'fwdbtn' }),
      extendedRow(track, { ms_played: 12_000, reason_end: 'backbtn' }),
      extendedRow(track, { ms_played: 20_000, reason_end: 'trackdone', skipped: true }),
      extendedRow(track, { ms_played: 20_000, reason_end: 'endplay', skipped: null }),
      extendedRow(track, { ms_played: 20_000, reason_end: 'trackdone', skipped: null }),
      extendedRow(track, { ms_played: 30_000, reason_end: 'fwdbtn', skipped: 1 }),
    ]
    expect(skips(await read(extendedHistory, rows))).toEqual([
      'private_session',
      'podcast',
      'too_short',
      'too_short',
      'too_short',
      'too_short',
      'track',
      'track',
    ])
  })

  test('a row with an unexpected shape, an invalid time or an invalid id does not stop the import', async () => {
    const rows = [{ ms_played: 'long' }, null, 7, extendedRow({ ...track, at: 'yesterday' }, { spotify_track_uri: 'spotify:local:x' })]
    expect(await read(extendedHistory, rows)).toEqual([
      { type: 'skipped', why: 'malformed' },
      { type: 'skipped', why: 'malformed' },
      { type: 'skipped', why: 'malformed' },
      { type: 'track', name: 'Kerala', artist: 'Bonobo', spotifyId: null, at: null, seconds: 200 },
    ])
  })
})

describe('Spotify, account data', () => {
  test('plays of the last year, by name', async () => {
    const rows = [accountRow(track), accountRow({ ...track, ms: 4_000 }), accountRow({ ...track, track: '' })]
    expect(await read(accountHistory, rows)).toEqual([
      { type: 'track', name: 'Kerala', artist: 'Bonobo', spotifyId: null, at: TIME, seconds: 200 },
      { type: 'skipped', why: 'too_short' },
      { type: 'skipped', why: 'no_name' },
    ])
  })

  test('the library: saved, followed and banned items', async () => {
    const content = {
      tracks: [{ artist: 'Muse', album: 'x', track: 'Uprising', uri: `spotify:track:${spotifyIdOf(3)}` }],
      albums: [],
      shows: [],
      episodes: [],
      bannedTracks: [{ artist: 'Muse', album: 'x', track: 'Madness', uri: 'x' }],
      artists: [{ name: 'Moby', uri: `spotify:artist:${spotifyIdOf(4)}` }],
      bannedArtists: [{ name: 'Nickelback', uri: 'x' }],
      other: ['spotify:user:hidden'],
    }
    const savedRow = { type: 'saved', youtubeId: null }
    expect(await read(library, content)).toEqual([
      { type: 'banned', kind: 'artist', name: 'Nickelback', by: null },
      { type: 'banned', kind: 'track', name: 'Madness', by: 'Muse' },
      { ...savedRow, kind: 'artist', name: 'Moby', by: null, spotifyId: spotifyIdOf(4) },
      { ...savedRow, kind: 'track', name: 'Uprising', by: 'Muse', spotifyId: spotifyIdOf(3) },
    ])
  })
})

describe('YouTube Takeout', () => {
  const seen = {
    type: 'video',
    name: 'Fire <and> ice',
    youtubeId: videoIdOf(1),
    channel: 'Veritasium',
    channelId: channelIdOf(1),
    at: TIME,
  }

  test('the history as JSON', async () => {
    expect(await read(watchHistoryJson, [watchedRow(video)])).toEqual([seen])
  })

  test('the history as HTML, with dates exact to the day', async () => {
    expect(await read(watchHistoryHtml, watchedPage([video, { ...video, date: '01.10.2026, 14:00:00 MESZ' }]))).toEqual([seen, seen])
  })

  test('advertisements, removed videos, posts and searches are left out, in both formats', async () => {
    const gone = { header: 'YouTube', title: 'Watched a video that has been removed', time: '2026-10-01T12:00:00Z', products: ['YouTube'] }
    const rows = [
      { ...watchedRow(video), details: [{ name: 'From Google Ads' }] },
      { ...watchedRow(video), details: [{ name: 'Von Google Anzeigen' }] },
      gone,
      { ...watchedRow(video), subtitles: undefined },
      { ...watchedRow(video), title: 'Watched https://www.youtube.com/watch?v=abc' },
      { ...watchedRow(video), titleUrl: 'https://www.youtube.com/post/Ugkx123' },
      { ...watchedRow(video), titleUrl: 'https://www.youtube.com/results?search_query=secret' },
      { ...watchedRow(video), titleUrl: 'https://evil.example/watch?v=v0000000001' },
      { ...watchedRow(video), titleUrl: 'https://music.youtube.com/watch?v=v0000000001' },
    ]
    const nine = ['advert', 'advert', 'removed', 'removed', 'removed', 'not_a_video', 'not_a_video', 'not_a_video', 'video']
    expect(skips(await read(watchHistoryJson, rows))).toEqual(nine)
    const page = watchedPage([{ ...video, caption: '<b>Details:</b><br>&emsp;From Google Ads<br>' }, { ...video, id: '' }, video])
    expect(skips(await read(watchHistoryHtml, page))).toEqual(['advert', 'not_a_video', 'video'])
  })

  test.for([
    ['English', ['Watched ', '']],
    ['German', ['', ' angesehen']],
    ['Spanish', ['Has visto ', '']],
    ['a language nobody thought of', ['Gwyliwyd «', '» ar YouTube']],
  ] as const)('removes the words around a title: %s', async ([, words]) => {
    const titles = Array.from({ length: 30 }, (_, index) => ({
      ...video,
      title: `${'abcdefghij'[index % 10]} of ${index * 7}${'klmnopqrst'[index % 10]}`,
    }))
    const rows = await read(
      watchHistoryJson,
      titles.map((title) => watchedRow(title, words)),
    )
    expect(rows.map((row) => (row.type === 'video' ? row.name : row.type))).toEqual(titles.map(({ title }) => title))
  })

  test('keeps words that titles share by chance', async () => {
    const rows = await read(
      watchHistoryJson,
      ['Lofi 1', 'Lofi 2'].map((title) => watchedRow({ ...video, title }, ['', ''])),
    )
    expect(rows.map((row) => (row.type === 'video' ? row.name : row.type))).toEqual(['Lofi 1', 'Lofi 2'])
  })

  test.for([
    ['English', 'Channel Id,Channel Url,Channel Title\n'],
    ['German, with a byte order mark', '\uFEFFKanal-ID,Kanal-URL,Kanaltitel\r\n'],
    ['no header', ''],
  ])('subscriptions in any language: %s', async ([, header]) => {
    const csv = `${header}${channelIdOf(1)},http://www.youtube.com/channel/${channelIdOf(1)},"Tom, ""the"" Scott"\r\n${channelIdOf(2)},https://www.youtube.com/channel/${channelIdOf(2)},ゲーム\r\n`
    const savedRow = { type: 'saved', kind: 'channel', by: null, spotifyId: null }
    expect(subscriptionsCsv.recognizes(csv.slice(0, 300))).toBe(true)
    expect(await read(subscriptionsCsv, csv)).toEqual([
      { ...savedRow, name: 'Tom, "the" Scott', youtubeId: channelIdOf(1) },
      { ...savedRow, name: 'ゲーム', youtubeId: channelIdOf(2) },
    ])
  })

  test('accepts columns in a different order', async () => {
    const csv = `タイトル,チャンネル URL,チャンネル ID\nVsauce,http://www.youtube.com/channel/${channelIdOf(3)},${channelIdOf(3)}\n`
    expect(await read(subscriptionsCsv, csv)).toMatchObject([{ name: 'Vsauce', youtubeId: channelIdOf(3) }])
  })

  test('other tables that name channels are not subscriptions', () => {
    const comments = `Comment ID,Channel ID,Comment Create Timestamp,Comment Text\nabc,${channelIdOf(1)},2026-01-01T00:00:00Z,"{""text"":""hi""}"\n`
    expect(subscriptionsCsv.recognizes(comments)).toBe(false)
  })
})

describe('ListenBrainz', () => {
  const played = { type: 'track', name: 'Kerala', artist: 'Bonobo', spotifyId: spotifyIdOf(7), durationMs: null, at: TIME }

  test('lines of a month, and the list of earlier exports', async () => {
    const given = listen({ ...track, spotifyId: spotifyIdOf(7) })
    expect(await read(listenLines, `${JSON.stringify(given)}\n\n${JSON.stringify(given)}\n`)).toEqual([played, played])
    expect(await read(listenList, [given])).toEqual([played])
  })

  test('a truncated line is an error; a listen without a name is left out', async () => {
    await expect(read(listenLines, JSON.stringify(listen(track)).slice(0, 60))).rejects.toMatchObject({ kind: 'broken' })
    expect(skips(await read(listenList, [listen({ artist: '', track: 'x' }), { listened_at: 1 }]))).toEqual(['no_name', 'malformed'])
  })
})

test('each file is recognized by its content, and by exactly one format', () => {
  const heads: Record<keyof typeof formats, string> = {
    extendedHistory: JSON.stringify([extendedRow(track)]),
    accountHistory: JSON.stringify([accountRow(track)], null, 2),
    library: '{\n  "tracks": [\n    {',
    listenLines: JSON.stringify(listen(track)),
    listenList: JSON.stringify([listen(track)]),
    watchHistoryHtml: watchedPage([video]),
    watchHistoryJson: JSON.stringify([watchedRow(video)]),
    subscriptionsCsv: `a,b,c\n${channelIdOf(1)},http://www.youtube.com/channel/${channelIdOf(1)},x\n`,
  }
  for (const [name, head] of Object.entries(heads)) {
    const found = Object.entries(formats).flatMap(([other, format]) => (format.recognizes(head) ? [other] : []))
    expect(found).toEqual([name])
  }
  for (const foreign of ['', '{"userName":"x"}', '[{"a":1}]', 'a,b\n1,2\n', 'PK'])
    expect(Object.values(formats).some((format) => format.recognizes(foreign))).toBe(false)
})
