import type { FakeResponse, FakeRequest } from '#sandbox/kit/http.ts'
import { artistsOf, isAtYouTube, uploadsOf } from '#sandbox/kit/library.ts'
import { embedPage, escapeHtml } from './embed-page.ts'
import { startEmbeds, type Embeds, type EmbedsOptions } from './embeds.ts'

/**
 * Starts fake embed pages of YouTube: `/embed/{id}` and `/embed/videoseries?list={id}`, with working controls and the messages of its IFrame API
 * (`enablejsapi=1`, after `listening`: `initialDelivery`, `onReady`, `onStateChange`, `infoDelivery`, `onError`; commands
 * playVideo, pauseVideo, stopVideo, seekTo, mute, unMute, loadVideoById, cueVideoById, setPlaybackRate).
 * As the real one, it rejects a page that hides where it is (error 153).
 */
export function startYouTubeEmbeds(options: EmbedsOptions): Promise<Embeds> {
  const titles = new Map(
    [...options.data.channels, ...artistsOf(options.data).filter(isAtYouTube)]
      .flatMap(uploadsOf)
      .map(({ youtube_id, name, channel }) => [youtube_id, { name, by: channel.name }]),
  )
  return startEmbeds(options, (request) => respond(request, options, titles))
}

function respond(
  { path, query, headers }: FakeRequest,
  { framedBy }: EmbedsOptions,
  titles: ReadonlyMap<string, { name: string; by: string }>,
): FakeResponse | null {
  if (path === '/titles') return names(query, titles)
  const id = path === '/embed/videoseries' ? firstOf(query, titles) : /^\/embed\/([\w-]{11})$/.exec(path)?.[1]
  if (!id) return null
  if (!headers.referer) return errorPage('Error 153', 'Video player configuration error: the page does not say where it is.', framedBy)
  const { name, by } = titles.get(id) ?? { name: `Video ${id}`, by: '' }
  return embedPage({
    title: `${name} (fake YouTube)`,
    data: {
      kind: 'youtube',
      video: id,
      autoplay: query.get('autoplay') ?? '0',
      mute: query.get('mute') ?? '0',
      api: query.get('enablejsapi') ?? '0',
      // The only target of messages.
      origin: framedBy.includes(query.get('origin') ?? '') ? (query.get('origin') ?? '') : '',
    },
    scripts: ['youtube-player.js'],
    framedBy,
    main: `<main class="video"><canvas width="480" height="270" aria-hidden="true"></canvas>
<div class="over"><p class="mark">Fake YouTube</p><h1>${escapeHtml(name)}</h1><p class="by">${escapeHtml(by)}</p></div>
<div class="controls"><button type="button" disabled class="play" aria-label="Play" data-do="toggle"></button>
<label class="bar"><span class="hidden">Position</span><input type="range" min="0" max="100" step="0.1" value="0" data-do="seek"></label>
<span class="time">0:00</span><button type="button" disabled class="sound" aria-label="Mute" data-do="mute"><svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M4 9v6h4l5 4V5L8 9z"/><path class="on" d="M17 9a4 4 0 0 1 0 6"/><path class="off" d="M16 10l5 5m0-5l-5 5"/></svg></button></div></main>`,
  })
}

function errorPage(title: string, about: string, framedBy: readonly string[]): FakeResponse {
  return embedPage({
    title,
    data: {},
    scripts: [],
    framedBy,
    main: `<main class="rejected"><p class="mark">Fake YouTube</p><h1>${title}</h1><p>${about}</p></main>`,
  })
}

/** A list plays some video of the catalog; the same list always plays the same one. */
function firstOf(query: URLSearchParams, titles: ReadonlyMap<string, unknown>): string | null {
  const list = query.get('list') ?? ''
  const ids = [...titles.keys()]
  return ids[Buffer.from(list).reduce((sum, byte) => sum + byte, 0) % ids.length] ?? null
}

/** Called by the page's script when another video is loaded. */
function names(query: URLSearchParams, titles: ReadonlyMap<string, { name: string; by: string }>): FakeResponse {
  const id = query.get('id') ?? ''
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(titles.get(id) ?? { name: `Video ${id}`, by: '' }),
  }
}
