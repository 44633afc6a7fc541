import type { Catalog, CatalogArtist } from '#sandbox/kit/catalog.ts'
import type { FakeResponse, FakeRequest } from '#sandbox/kit/http.ts'
import { artistsOf } from '#sandbox/kit/library.ts'
import { embedPage, escapeHtml } from './embed-page.ts'
import { startEmbeds, type Embeds, type EmbedsOptions } from './embeds.ts'

type Song = { id: string; name: string; artist: string }
type Shown = { name: string; about: string; uri: string; songs: Song[]; seconds?: number }

const MAX_SONGS = 10
/** Previews of artists and collections, as for listeners without an account. Tracks play in full. */
const PREVIEW_SECONDS = 30
const SHORTEST_SECONDS = 150
const LONGEST_SECONDS = 270
/** An artist without tracks in the catalog still has a play button. */
const fallbackSongs = ['First light', 'Long way round', 'Glass', 'Undertow', 'Northbound']

/**
 * Starts fake embed pages of Spotify: `/embed/{artist|track|album|playlist|show|episode}/{id}`, with working controls and
 * Spotify's iFrame API at `/embed/iframe-api/v1`, and the messages below it (`ready`, after `load_complete_ack` also `playback_update`; commands play, pause, resume, toggle, seek).
 */
export function startSpotifyEmbeds(options: EmbedsOptions): Promise<Embeds> {
  return startEmbeds(options, (request) => respond(request, options.data))
}

function respond({ path }: FakeRequest, data: Catalog): FakeResponse | null {
  const [, kind, id] = /^\/embed\/(artist|track|album|playlist|show|episode)\/([0-9A-Za-z]{22})$/.exec(path) ?? []
  if (!kind || !id) return null
  const shown = kind === 'artist' ? artist(id, data) : kind === 'track' ? track(id, data) : collection(kind, id)
  const { seconds = PREVIEW_SECONDS } = shown
  const songs = shown.songs
    .map(
      ({ id: songId, name, artist: by }, index) =>
        `<li><button type="button" disabled data-song="${songId}" data-name="${escapeHtml(name)}"><span>${index + 1}</span><b>${escapeHtml(name)}</b><i>${escapeHtml(by)}</i></button></li>`,
    )
    .join('')
  return embedPage({
    title: `${shown.name} (fake Spotify)`,
    data: { kind: 'spotify', uri: shown.uri, seconds: String(seconds) },
    scripts: ['spotify-player.js'],
    framedBy: 'anyone',
    main: `<p class="mark">Fake Spotify</p>
<main class="music"><header><canvas width="88" height="88" aria-hidden="true"></canvas><div><h1>${escapeHtml(shown.name)}</h1><p>${escapeHtml(shown.about)}</p></div>
<button type="button" disabled class="play" aria-label="Play" data-do="toggle"></button></header>
<p class="now" aria-live="polite"></p>
<label class="bar"><span class="hidden">Position</span><input type="range" min="0" max="${seconds}" step="0.1" value="0" data-do="seek"></label>
<ol>${songs}</ol></main>`,
  })
}

function artist(id: string, { artists }: Catalog): Shown {
  const found = artists.find(({ spotify_id }) => spotify_id === id)
  const name = found?.name ?? 'An artist'
  return { name, about: 'Popular tracks', uri: `spotify:artist:${id}`, songs: songsOf(name, found) }
}

function songsOf(name: string, found: CatalogArtist | undefined): Song[] {
  const tracks = (found?.tracks ?? [])
    .slice(0, MAX_SONGS)
    .map((entry) => ({ id: entry.spotify_id ?? entry.name, name: entry.name, artist: name }))
  return tracks.length > 0
    ? tracks.map((song, index) => ({ ...song, id: String(index) }))
    : fallbackSongs.map((song, index) => ({ id: String(index), name: song, artist: name }))
}

function track(id: string, catalog: Catalog): Shown {
  const by = artistsOf(catalog).find((entry) => entry.tracks.some(({ spotify_id }) => spotify_id === id))
  const name = by?.tracks.find(({ spotify_id }) => spotify_id === id)?.name ?? 'A track'
  const songs = [{ id: '0', name, artist: by?.name ?? '' }]
  return { name, about: by?.name ?? '', uri: `spotify:track:${id}`, songs, seconds: lengthOf(id) }
}

/** The same length for an id each time, in seconds. */
function lengthOf(id: string): number {
  const sum = Buffer.from(id).reduce((total, byte, index) => total + byte * (index + 1), 0)
  return SHORTEST_SECONDS + (sum % (LONGEST_SECONDS - SHORTEST_SECONDS))
}

/** The catalog has no albums and shows, so their content is made up. */
function collection(kind: string, id: string): Shown {
  const songs = fallbackSongs.map((name, index) => ({ id: String(index), name, artist: 'Various' }))
  return { name: `A ${kind}`.replace('A a', 'An a').replace('A e', 'An e'), about: '', uri: `spotify:${kind}:${id}`, songs }
}
