import type { MusicCollection } from './collections.store.ts'

/** The same item on the other platform; a guess if only the names match. */
type Elsewhere<T> = { playable: T; isGuess: boolean }
/** With the title as `name`: otherwise a panel learns it only from the platform. */
type NamedElsewhere<T> = Elsewhere<T> & { name: string }
type Timed = {
  title: string
  /** Where playback starts, if not at the beginning. */
  startSecond?: number
  durationMs?: number | undefined
  /** The id in the catalog, if known. */
  itemId?: string | undefined
  /** The path of the artist's or channel's page. */
  byPath?: string | undefined
}
export type Song = Timed & { kind: 'song'; songId: string; by: string; elsewhere?: Elsewhere<Omit<Video, 'elsewhere'>> }
export type Video = Timed & { kind: 'video'; videoId: string; channelName: string; elsewhere?: Elsewhere<Omit<Song, 'elsewhere'>> }
export type Artist = { kind: 'artist'; artistId: string; elsewhere?: NamedElsewhere<Omit<Channel, 'elsewhere'>> }
export type Channel = { kind: 'channel'; channelId: string; channelName: string; elsewhere?: NamedElsewhere<Omit<Artist, 'elsewhere'>> }

/** An item that a panel can play. An empty title, artist, channel name or channel ID means that it is unknown. */
export type Playable =
  | Artist
  | Song
  | { kind: 'collection'; of: MusicCollection['of']; id: string }
  | Channel
  | Video
  | { kind: 'list'; listId: string }

/** Whether an id has the form of its platform's ids. */
export const isChannel = (id: string | null): id is string => /^UC[\w-]{22}$/.test(id ?? '')
export const isVideo = (id: string | null): id is string => /^[\w-]{11}$/.test(id ?? '')
export const isVideoList = (id: string | null): id is string => /^[A-Z][\w-]{10,63}$/.test(id ?? '')
export const isSpotify = (id: string | null): id is string => /^[0-9A-Za-z]{22}$/.test(id ?? '')
