import type { FakeResponse, FakeRequest } from '#sandbox/kit/http.ts'
import { embedPage, escapeHtml } from './embed-page.ts'
import { startEmbeds, type Embeds, type EmbedsOptions } from './embeds.ts'

type Clip = { platform: 'TikTok' | 'Instagram' | 'Facebook'; id: string; about: string }

/**
 * Starts fake players of three platforms: TikTok's `/player/v1/{number}` with the messages of its player (`onPlayerReady`, `onStateChange`;
 * commands play and pause), Instagram's `/{p|reel|tv}/{code}/embed` and Facebook's `/plugins/{video|post}.php?href=`, which send no
 * messages, like the real ones.
 */
export function startClipEmbeds(options: EmbedsOptions): Promise<Embeds> {
  return startEmbeds(options, (request) => respond(request, options))
}

function respond(request: FakeRequest, { framedBy }: EmbedsOptions): FakeResponse | null {
  const clip = clipOf(request)
  if (!clip) return null
  return embedPage({
    title: `${clip.about} (fake ${clip.platform})`,
    data: { kind: 'clip', clip: `${clip.platform} ${clip.id}`, speaks: clip.platform === 'TikTok' ? '1' : '0' },
    scripts: ['clip-player.js'],
    framedBy,
    main: `<main class="video"><canvas width="270" height="480" aria-hidden="true"></canvas>
<div class="over"><p class="mark">Fake ${clip.platform}</p><h1>${escapeHtml(clip.about)}</h1></div>
<div class="controls"><button type="button" disabled class="play" aria-label="Play" data-do="toggle"></button><span class="time">0:00</span></div></main>`,
  })
}

function clipOf({ path, query }: FakeRequest): Clip | null {
  const [, video] = /^\/player\/v1\/(\d{1,30})$/.exec(path) ?? []
  if (video) return { platform: 'TikTok', id: video, about: `Video ${video}` }
  const [, kind, code] = /^\/(p|reel|tv)\/([\w-]{1,100})\/embed\/?$/.exec(path) ?? []
  if (kind && code) return { platform: 'Instagram', id: code, about: kind === 'p' ? `Post ${code}` : `Reel ${code}` }
  const [, plugin] = /^\/plugins\/(video|post)\.php$/.exec(path) ?? []
  const href = query.get('href') ?? ''
  if (!plugin || !/^https:\/\/(?:[\w-]+\.)?(?:facebook\.com|fb\.watch|fb\.com)\//.test(href)) return null
  return { platform: 'Facebook', id: href, about: plugin === 'video' ? 'A video' : 'A post' }
}
