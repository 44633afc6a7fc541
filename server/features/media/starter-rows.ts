import { normalizeRow, type NormalizedRow } from './media.resolve.ts'
import type { Bar, MediaRow } from './media.types.ts'
import { nameKey } from './name-key.ts'
import type { StarterCatalogue } from './starter-catalogue.ts'
import type { StarterName } from './starter-names.ts'

/** The starter catalog as rows to resolve. Artists and channels have ranks and bars; tracks and videos inherit theirs. */
export function starterRows({ artists, channels }: StarterCatalogue, names: readonly StarterName[]): NormalizedRow[] {
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
        ...normalizeRow({ kind: 'track', name: track.name, by: artist.name, spotify_id: track.spotify_id, youtube_id: track.youtube_id }),
        knownRank: null,
      })),
    ),
    ...channels.flatMap((channel) =>
      channel.videos.map((video) => ({
        ...normalizeRow({ kind: 'video', name: video.name, by: channel.name, youtube_id: video.youtube_id }),
        knownRank: null,
      })),
    ),
    ...namedRows(names, { artists, channels }),
  ]
}

function shipped(row: MediaRow, bars: readonly Bar[], knownRank: number): NormalizedRow {
  const known = normalizeRow(row)
  return { ...known, reported: { ...known.reported, catalogue: [...bars] }, knownRank }
}

/** Names without ids, after all entries with ids. */
function namedRows(names: readonly StarterName[], { artists, channels }: StarterCatalogue): NormalizedRow[] {
  const key = (kind: MediaRow['kind'], name: string): string => JSON.stringify([kind, nameKey(kind, name)])
  const known = new Set([...artists.map(({ name }) => key('artist', name)), ...channels.map(({ name }) => key('channel', name))])
  const first = { artist: artists.length + 1, channel: channels.length + 1 }
  return names
    .filter(({ kind, name }) => !known.has(key(kind, name)))
    .map(({ kind, name, bars }) => shipped({ kind, name }, bars, first[kind]++))
}
