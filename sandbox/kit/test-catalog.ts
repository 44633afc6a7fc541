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
    artists: Array.from({ length: artists }, (_, index) => ({
      name: `Artist ${index}`,
      spotify_id: index % 3 === 2 ? null : fakeId(`artist ${index}`, 22, base62),
      topic_channel_id: index % 2 === 0 ? `UC${fakeId(`topic ${index}`, 22, base64url)}` : null,
      genres: [genres[index % genres.length] ?? 'pop'],
      tracks: Array.from({ length: 3 }, (_track, number) => ({
        name: `Track ${index}.${number}`,
        spotify_id: fakeId(`track ${index} ${number}`, 22, base62),
        youtube_id: number === 0 ? fakeId(`video ${index}`, 11, base64url) : null,
      })),
    })),
    channels: Array.from({ length: channels }, (_, index) => ({
      name: `Channel ${index}`,
      youtube_id: `UC${fakeId(`channel ${index}`, 22, base64url)}`,
      topics: [topics[index % topics.length] ?? 'film'],
      videos: [{ name: `Video ${index}`, youtube_id: fakeId(`video of channel ${index}`, 11, base64url) }],
    })),
  }
}
