import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import type { KnownLink, SearchElsewhere } from '#server/features/links/cards.types.ts'
import { songOf, type Song } from './link-look-up.ts'
import { cutTrackNotes, nameKey } from './name-key.ts'

export type SongSearches = {
  spotify: {
    track(id: string): Promise<Song | null>
    search(query: string): Promise<readonly (Song & { id: string })[]>
  } | null
  youtube: ((query: string) => Promise<readonly { videoId: string; title: string; author: string }[]>) | null
}

/**
 * Finds a song on the other platform by its search. Only results with the same name and artist count, and they remain
 * guesses. Other links are not searched.
 */
export function createLinkSearch({ spotify, youtube }: SongSearches): SearchElsewhere {
  async function searchYoutube(link: KnownLink): Promise<LinkRecord | null> {
    const { id } = link.target
    if (!youtube || id === null) return null
    // A song's card has only its name.
    const song = songOf(link, null) ?? (await spotify?.track(id)) ?? null
    if (!song) return null
    for (const { videoId, title, author } of await youtube(queryOf(song))) {
      const target = recognizeLink(`https://www.youtube.com/watch?v=${videoId}`)
      const found = target && songOf({ target, title, author }, null)
      if (found && isSame(found, song)) return target
    }
    return null
  }

  async function searchSpotify(link: KnownLink): Promise<LinkRecord | null> {
    const song = songOf(link, null)
    if (!spotify || !song) return null
    const found = (await spotify.search(queryOf(song))).find((result) => isSame(result, song))
    return found ? recognizeLink(`https://open.spotify.com/track/${found.id}`) : null
  }

  return async (link) => {
    const { platform, kind } = link.target
    if (platform === 'spotify' && kind === 'track') return searchYoutube(link)
    return platform === 'youtube' && kind === 'video' ? searchSpotify(link) : null
  }
}

/** The search text without additions like "(Official Video)", which would count as part of the name. */
const queryOf = ({ name, by }: Song): string => `${by} ${cutTrackNotes(name)}`

function isSame(one: Song, other: Song): boolean {
  const [a, b] = [nameKey('track', one.name, one.by), nameKey('track', other.name, other.by)]
  return a.name !== '' && a.name === b.name && a.by === b.by
}
