import { recognizeLink, type LinkRecord } from '#contract/links.ts'
import type { KnownLink, SearchElsewhere } from '#server/features/links/cards.types.ts'
import { songOf, type Song } from './link-look-up.ts'
import { cutTrackNotes, nameKey } from './name-key.ts'

/** The searches of the two platforms that have songs, as far as this installation may use them. */
export type SongSearches = {
  spotify: {
    track(id: string): Promise<Song | null>
    search(words: string): Promise<readonly (Song & { id: string })[]>
  } | null
  youtube: ((words: string) => Promise<readonly { videoId: string; title: string; author: string }[]>) | null
}

/**
 * Finds a song of one platform on the other by that one's own search. Only what has the same name, by the same artist, is taken,
 * and it stays a guess: names are not ids. Anything but songs is not searched for.
 */
export function createLinkSearch({ spotify, youtube }: SongSearches): SearchElsewhere {
  async function atYoutube(link: KnownLink): Promise<LinkRecord | null> {
    const { id } = link.target
    if (!youtube || id === null) return null
    // The card of a song tells its name alone.
    const song = songOf(link, null) ?? (await spotify?.track(id)) ?? null
    if (!song) return null
    for (const { videoId, title, author } of await youtube(wordsOf(song))) {
      const target = recognizeLink(`https://www.youtube.com/watch?v=${videoId}`)
      const found = target && songOf({ target, title, author }, null)
      if (found && isSame(found, song)) return target
    }
    return null
  }

  async function atSpotify(link: KnownLink): Promise<LinkRecord | null> {
    const song = songOf(link, null)
    if (!spotify || !song) return null
    const found = (await spotify.search(wordsOf(song))).find((one) => isSame(one, song))
    return found ? recognizeLink(`https://open.spotify.com/track/${found.id}`) : null
  }

  return async (link) => {
    const { platform, kind } = link.target
    if (platform === 'spotify' && kind === 'track') return atYoutube(link)
    return platform === 'youtube' && kind === 'video' ? atSpotify(link) : null
  }
}

/** As a person would type it: a search takes "(Official Video)" for a part of the name. */
const wordsOf = ({ name, by }: Song): string => `${by} ${cutTrackNotes(name)}`

function isSame(one: Song, other: Song): boolean {
  const [a, b] = [nameKey('track', one.name, one.by), nameKey('track', other.name, other.by)]
  return a.name !== '' && a.name === b.name && a.by === b.by
}
