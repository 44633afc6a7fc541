import { wanted, type Wanted } from './media.resolve.ts'
import type { Bar, MediaRow } from './media.types.ts'
import { nameKey } from './name-key.ts'
import type { StarterCatalogue } from './starter-catalogue.ts'
import type { StarterName } from './starter-names.ts'

/**
 * The starter catalogue as rows to resolve. Artists and channels carry their place among the best known and what they are;
 * their tracks and videos have that from them.
 */
export function starterRows({ artists, channels }: StarterCatalogue, names: readonly StarterName[]): Wanted[] {
  return [
    ...artists.map((artist, at) =>
      shipped(
        { kind: 'artist', name: artist.name, spotify_id: artist.spotify_id, youtube_id: artist.topic_channel_id },
        artist.genres,
        at + 1,
      ),
    ),
    ...channels.map((channel, at) =>
      shipped({ kind: 'channel', name: channel.name, youtube_id: channel.youtube_id }, channel.topics, at + 1),
    ),
    ...artists.flatMap((artist) =>
      artist.tracks.map((track) => ({
        ...wanted({ kind: 'track', name: track.name, by: artist.name, spotify_id: track.spotify_id, youtube_id: track.youtube_id }),
        knownRank: null,
      })),
    ),
    ...channels.flatMap((channel) =>
      channel.videos.map((video) => ({
        ...wanted({ kind: 'video', name: video.name, by: channel.name, youtube_id: video.youtube_id }),
        knownRank: null,
      })),
    ),
    ...namedRows(names, { artists, channels }),
  ]
}

function shipped(row: MediaRow, bars: readonly Bar[], knownRank: number): Wanted {
  const known = wanted(row)
  return { ...known, said: { ...known.said, catalogue: [...bars] }, knownRank }
}

/** Names without an id, after everything that has one. */
function namedRows(names: readonly StarterName[], { artists, channels }: StarterCatalogue): Wanted[] {
  const key = (kind: MediaRow['kind'], name: string): string => JSON.stringify([kind, nameKey(kind, name)])
  const known = new Set([...artists.map(({ name }) => key('artist', name)), ...channels.map(({ name }) => key('channel', name))])
  const first = { artist: artists.length + 1, channel: channels.length + 1 }
  return names
    .filter(({ kind, name }) => !known.has(key(kind, name)))
    .map(({ kind, name, bars }) => shipped({ kind, name }, bars, first[kind]++))
}
