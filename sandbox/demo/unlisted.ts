import type { CatalogueArtist } from '#sandbox/kit/catalogue.ts'
import { base64url, fakeId } from '#sandbox/kit/random.ts'

/** Well-known songs that no demo user has: their data comes from the platforms' own searches. */
export const unlisted: readonly CatalogueArtist[] = [
  {
    name: 'a-ha',
    spotify_id: '2jzc5TC5TVFLXQlBNiIUzE',
    // Nothing links to the channel, so any will do.
    topic_channel_id: `UC${fakeId('topic of a-ha', 22, base64url)}`,
    genres: ['synth-pop'],
    tracks: [{ name: 'Take On Me', spotify_id: '2WfaOiMkCvy7F5fcp2zZ8L', youtube_id: 'djV11Xbc914' }],
  },
]
