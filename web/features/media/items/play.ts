/* Maps items and links to the panel that plays them. Lightweight: play buttons are on first pages, panels load later. */
import type { LinkRecord } from '#contract/links.ts'
import type { Item } from '#contract/media.ts'
import { useCollections, type MusicCollection } from './collections.store.ts'
import { useMusicPlayer } from '../players/music-player.store.ts'
import { useVideoChoice } from '../players/video-choice.store.ts'
import { useVideoPlayer } from '../players/video-player.store.ts'

/** Something a panel can play. An empty channel ID means that the video's channel is unknown. */
export type Playable =
  | { kind: 'artist'; artistId: string }
  | { kind: 'song'; songId: string }
  | { kind: 'collection'; of: MusicCollection['of']; id: string }
  | { kind: 'channel'; channelId: string; channelName: string }
  | { kind: 'video'; videoId: string; title: string; channelName: string }
  | { kind: 'list'; listId: string }

const isChannel = (id: string | null): id is string => /^UC[\w-]{22}$/.test(id ?? '')
const isVideo = (id: string | null): id is string => /^[\w-]{11}$/.test(id ?? '')
const isVideoList = (id: string | null): id is string => /^[A-Z][\w-]{10,63}$/.test(id ?? '')
const isSpotify = (id: string | null): id is string => /^[0-9A-Za-z]{22}$/.test(id ?? '')

/** How an item is played, or null when no panel can. Artists and tracks that only YouTube has use the channel preview. */
export function playableOf({ kind, name, by, spotify_id: spotifyId, youtube_id: youtubeId }: Item): Playable | null {
  if (kind === 'artist' && isSpotify(spotifyId)) return { kind: 'artist', artistId: spotifyId }
  if (kind === 'track' && isSpotify(spotifyId)) return { kind: 'song', songId: spotifyId }
  if ((kind === 'artist' || kind === 'channel') && isChannel(youtubeId)) return { kind: 'channel', channelId: youtubeId, channelName: name }
  if ((kind === 'track' || kind === 'video') && isVideo(youtubeId))
    return { kind: 'video', videoId: youtubeId, title: name, channelName: by ?? '' }
  return null
}

/** How a link's target is played, or null when no panel can. */
export function playableOfLink({ platform, kind, id }: LinkRecord): Playable | null {
  if (platform === 'spotify' && isSpotify(id)) {
    if (kind === 'artist') return { kind: 'artist', artistId: id }
    if (kind === 'track') return { kind: 'song', songId: id }
    return kind === 'album' || kind === 'playlist' || kind === 'show' || kind === 'episode' ? { kind: 'collection', of: kind, id } : null
  }
  if (platform !== 'youtube') return null
  if ((kind === 'channel' || kind === 'artist') && isChannel(id)) return { kind: 'channel', channelId: id, channelName: '' }
  if (kind === 'playlist') return isVideoList(id) ? { kind: 'list', listId: id } : null
  const isWatched = kind === 'video' || kind === 'short' || kind === 'live'
  return isWatched && isVideo(id) ? { kind: 'video', videoId: id, title: '', channelName: '' } : null
}

/** Opens the panel that plays it. */
export function play(it: Playable): void {
  if (it.kind === 'artist' || it.kind === 'song' || it.kind === 'collection') {
    useMusicPlayer.getState().reset()
    useCollections.getState().showMusic(it.kind === 'collection' ? it : null)
    if (it.kind === 'artist') useMusicPlayer.getState().setArtistId(it.artistId)
    if (it.kind === 'song') useMusicPlayer.getState().setSongId(it.songId)
    return
  }
  useVideoChoice.getState().clear()
  useCollections.getState().showVideos(it.kind === 'list' ? it.listId : '')
  if (it.kind === 'video') useVideoChoice.getState().choose(it)
  if (it.kind === 'list') useVideoPlayer.getState().setChannel('', '')
  else useVideoPlayer.getState().setChannel(it.kind === 'channel' ? it.channelId : '', it.channelName)
}

/** Closes all players. */
export function closePanels(): void {
  if (!useMusicPlayer.getState().close) useMusicPlayer.getState().toggle()
  useVideoPlayer.getState().reset()
}

/** The address of a video's picture on our server. */
export const videoPicture = (videoId: string | null): string | null => (isVideo(videoId) ? `/art/youtube/${videoId}` : null)
