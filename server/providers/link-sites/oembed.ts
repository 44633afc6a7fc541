import * as z from 'zod/mini'
import type { LinkRecord } from '#contract/links/links.ts'
import type { OutsideResponse } from '#server/providers/outside.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { LinkResponse } from './link-sites.types.ts'
import { plainAddress } from './plain-address.ts'

const MAX_TEXT = 1_000
const text = z.optional(z.nullable(z.string()))
/** The oEmbed 1.0 fields that a card needs. The markup is ignored. */
const oembed = z.object({ title: text, author_name: text, thumbnail_url: text })
/** Meta's answer for a missing post. */
const metaError = z.object({ error: z.object({ code: z.number() }) })
const META_NOT_THERE = 24

/** The oEmbed address for a link. Null when the platform does not describe such links. */
export function oembedAddress(link: LinkRecord): string | null {
  const { platform, kind } = link
  const encodedLink = encodeURIComponent(plainAddress(link))
  switch (platform) {
    case 'youtube':
      return hasOembed(link) ? `https://www.youtube.com/oembed?format=json&url=${encodedLink}` : null
    case 'spotify':
      return kind === 'user' || kind === 'page' ? null : `https://open.spotify.com/oembed?url=${encodedLink}`
    case 'tiktok':
      return kind === 'video' || kind === 'user' ? `https://www.tiktok.com/oembed?url=${encodedLink}` : null
    case 'instagram':
      return kind === 'post' || kind === 'reel' || kind === 'video'
        ? `https://graph.facebook.com/v25.0/instagram_oembed?omitscript=true&url=${encodedLink}`
        : null
    case 'facebook':
      return metaAddress(kind, encodedLink)
  }
}

/** YouTube's oEmbed describes videos and playlists, including albums. */
function hasOembed({ kind, id }: LinkRecord): boolean {
  return id !== null && (['video', 'short', 'live', 'playlist'].includes(kind) || (kind === 'album' && id.startsWith('OLAK')))
}

function metaAddress(kind: LinkRecord['kind'], request: string): string | null {
  const endpoint =
    kind === 'video' || kind === 'reel' ? 'oembed_video' : kind === 'post' ? 'oembed_post' : kind === 'user' ? 'oembed_page' : null
  return endpoint && `https://graph.facebook.com/v25.0/${endpoint}?omitscript=true&url=${request}`
}

/** @throws ProviderError for a response that is neither data nor "not found" */
export function readOembed({ platform }: LinkRecord, { status, bytes }: OutsideResponse): LinkResponse {
  const body = parsed(bytes)
  if (status === 200) {
    const { success, data } = oembed.safeParse(body)
    if (!success) throw new ProviderError('malformed', 'the response is not oEmbed', { platform })
    return {
      kind: 'found',
      details: { title: cleanText(data.title), author: cleanText(data.author_name), thumbnail: data.thumbnail_url ?? null },
    }
  }
  if (isGone(platform, status, body)) return { kind: 'gone' }
  // YouTube: the video can be watched there, but not be embedded.
  if (platform === 'youtube' && status === 401) return { kind: 'found', details: { title: null, author: null, thumbnail: null } }
  if (status === 429) throw new ProviderError('wait', 'too many requests to the platform', { platform })
  throw new ProviderError('unavailable', 'the platform rejected the call', { platform, status })
}

function isGone(platform: LinkRecord['platform'], status: number, body: unknown): boolean {
  if (platform === 'instagram' || platform === 'facebook') {
    const error = metaError.safeParse(body)
    return error.success && error.data.error.code === META_NOT_THERE
  }
  // For unknown content, TikTok returns 400; YouTube returns 400 for an invalid id and 403 for private content.
  return status === 404 || status === 410 || (status === 400 && platform !== 'spotify') || (status === 403 && platform === 'youtube')
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // An error page instead of JSON: the expected fields of the body are missing.
    return undefined
  }
}

const cleanText = (words: string | null | undefined): string | null =>
  words?.replaceAll('\0', '').trim().slice(0, MAX_TEXT).toWellFormed() || null
