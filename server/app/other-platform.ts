import { recognizeLink } from '#contract/links/links.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import type { SearchElsewhere } from '#server/features/links/cards.types.ts'

/** Adds the id of the other platform to a track, as far as its search finds it. A failed search leaves the track as it is. */
export function otherPlatform(search: SearchElsewhere): (item: NewTogetherItem) => Promise<NewTogetherItem> {
  return async (item) => {
    const { spotify_id: spotify, youtube_id: youtube, title, by } = item
    const target = recognizeLink(spotify ? `https://open.spotify.com/track/${spotify}` : `https://www.youtube.com/watch?v=${youtube}`)
    if (!target) return item
    // A platform that does not answer must not stop the session.
    const found = await search({ target, title, author: by === '' ? null : by }).catch(() => null)
    if (!found?.id) return item
    if (spotify) return found.kind === 'video' ? { ...item, youtube_id: found.id } : item
    return found.kind === 'track' ? { ...item, spotify_id: found.id } : item
  }
}
