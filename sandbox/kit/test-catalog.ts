import type { Catalog } from './catalog.ts'
import { base62, base64url, fakeId } from './random.ts'

const genres = ['indie-rock', 'electronic', 'hip-hop', 'pop', 'metal', 'folk']
const topics = ['science', 'technology', 'gaming', 'film']

/**
 * A catalog for tests: channels, and artists. Every third artist is not on Spotify, and every second has a channel. Names are numbered; ids
 * are made up but have the right format.
 */
export function testCatalog({ artists = 120, channels = 40 } = {}): Catalog {
  return {
    artists: Array.from({ length: artists }, (_, at) => ({
      name: `Artist ${at}`,
      spotify_id: at % 3 === 2 ? null : fakeId(`artist ${at}`, 22, base62),
      topic_channel_id: at % 2 === 0 ? `UC${fakeId(`topic ${at}`, 22, base64url)}` : null,
      genres: [genres[at % genres.length] ?? 'pop'],
      tracks: Array.from({ length: 3 }, (_track, no) => ({
        name: `Track ${at}.${no}`,
        spotify_id: fakeId(`track ${at} ${no}`, 22, base62),
        youtube_id: no === 0 ? fakeId(`video ${at}`, 11, base64url) : null,
      })),
    })),
    channels: Array.from({ length: channels }, (_, at) => ({
      name: `Channel ${at}`,
      youtube_id: `UC${fakeId(`channel ${at}`, 22, base64url)}`,
      topics: [topics[at % topics.length] ?? 'film'],
      videos: [{ name: `Video ${at}`, youtube_id: fakeId(`video of channel ${at}`, 11, base64url) }],
    })),
  }
}
