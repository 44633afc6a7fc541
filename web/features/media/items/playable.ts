import type { MusicCollection } from './collections.store.ts'

/** What a panel can play. An empty title, artist, channel name or channel ID means that it is unknown. */
export type Playable =
  | { kind: 'artist'; artistId: string }
  | { kind: 'song'; songId: string; title: string; by: string }
  | { kind: 'collection'; of: MusicCollection['of']; id: string }
  | { kind: 'channel'; channelId: string; channelName: string }
  | { kind: 'video'; videoId: string; title: string; channelName: string }
  | { kind: 'list'; listId: string }
