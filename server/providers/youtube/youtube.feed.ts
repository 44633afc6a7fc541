import { ProviderError } from '#server/providers/provider-error.ts'
import { createOutside, type OutsideRequest } from '#server/providers/outside.ts'
import { decodeHtmlReferences } from '#server/providers/html-references.ts'
import type { PublicVideo, ReadChannelVideos } from './youtube.types.ts'

const HOST = 'www.youtube.com'
const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 5_000
const MAX_TITLE = 1_000

const feedOut = createOutside({ hosts: [HOST], timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })

/** The public feed of a channel: its latest 15 videos, without any key. */
export function createYouTubeFeed(outside: OutsideRequest = feedOut): ReadChannelVideos {
  return async (channelId) => {
    const { status, bytes } = await outside(`https://${HOST}/feeds/videos.xml?channel_id=${encodeURIComponent(channelId)}`)
    if (status === 404) return null
    if (status !== 200) throw new ProviderError('unavailable', 'the feed was rejected', { status })
    return readFeed(bytes.toString('utf8'))
  }
}

/** The videos of an Atom feed of YouTube, in its order. @throws ProviderError 'malformed' for any other document */
export function readFeed(xml: string): PublicVideo[] {
  if (!/<feed[\s>]/.test(xml.slice(0, 2_000))) throw new ProviderError('malformed', 'the response is not a feed', {})
  return xml
    .split('<entry>')
    .slice(1)
    .flatMap((entry) => {
      const videoId = textOf(entry, 'yt:videoId')
      const title = textOf(entry, 'title')
      return videoId && title && /^[\w-]{11}$/.test(videoId) ? [{ videoId, title: title.slice(0, MAX_TITLE).toWellFormed() }] : []
    })
}

/**
 * The text of the first element of that name. Searched by position instead of one regular expression, whose time could grow with the
 * square.
 */
function textOf(entry: string, name: string): string | null {
  const from = entry.indexOf(`<${name}>`)
  const to = from < 0 ? -1 : entry.indexOf(`</${name}>`, from)
  return to < 0 ? null : decodeHtmlReferences(entry.slice(from + name.length + 2, to)).trim()
}
