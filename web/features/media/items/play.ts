/* Maps items and links to the panel that plays them. Lightweight: play buttons are on first pages, panels load later. */
import { creatorPath } from '#contract/taste/item-path.ts'
import type { Item } from '#contract/media.ts'
import { useCollections } from './collections.store.ts'
import { isChannel, isSpotify, isVideo, type Playable } from './playable.ts'
import { useMusicPlayer } from '../players/music-player.store.ts'
import { useVideoChoice } from '../players/video-choice.store.ts'
import { useVideoPlayer } from '../players/video-player.store.ts'
import { useNowPlaying } from '../players/now-playing.store.ts'
import type { NewEntry } from '../queue/queue.store.ts'
import { isNarrow } from '#web/ui/use-is-narrow.ts'

/** How an item is played, or null when no panel can. Tracks that only YouTube has use the channel preview, like its channels. */
export function playableOf(item: Item): Playable | null {
  const { kind, name, spotify_id: spotifyId, youtube_id: youtubeId } = item
  if (kind === 'artist' || kind === 'channel') {
    const channel = isChannel(youtubeId) ? { kind: 'channel' as const, channelId: youtubeId, channelName: name } : null
    if (kind === 'channel' || !isSpotify(spotifyId)) return channel
    return { kind: 'artist', artistId: spotifyId, ...(channel ? { elsewhere: { playable: channel, isGuess: false, name } } : {}) }
  }
  return workOf(item)
}

/** A track or video. */
function workOf(item: Item): Playable | null {
  const { id: itemId, kind, name, by, spotify_id: spotifyId, youtube_id: youtubeId, duration_ms: durationMs } = item
  const path = creatorPath(item)
  const page = { itemId, ...(path === null ? {} : { byPath: path }), ...(durationMs === undefined ? {} : { durationMs }) }
  const video = isVideo(youtubeId) ? { kind: 'video' as const, videoId: youtubeId, title: name, channelName: by ?? '', ...page } : null
  if (kind !== 'track' || !isSpotify(spotifyId)) return video
  const song = { kind: 'song' as const, songId: spotifyId, title: name, by: by ?? '', ...page }
  return video ? { ...song, elsewhere: { playable: video, isGuess: false } } : song
}

/**
 * Starts to play: a track or video as the queue's current entry, anything else outside of it.
 * @param from where it was found, such as a person's name
 */
export function play(playable: Playable, from: string | null = null): void {
  if (!('elsewhere' in playable) || !playable.elsewhere) {
    start(playable, from)
    return
  }
  // The choice needs the user's settings, which load with the first such item.
  void import('../players/choose-platform.ts')
    .then(({ choosePlatform }) => choosePlatform(playable))
    .then((chosen) => start(chosen, from))
    .catch(() => start(playable, from))
}

function start(playable: Playable, from: string | null): void {
  const entry = entryOf(playable, from)
  // The queue's code loads with the first player.
  if (entry) void import('../queue/queue.store.ts').then(({ queue }) => queue.playNow(entry)).catch(() => undefined)
  show(playable)
}

/** The queue entry of a track or video; null for anything else. */
export function entryOf(entry: Playable, from: string | null = null): NewEntry | null {
  if (entry.kind === 'song') return { playable: entry, title: entry.title, by: entry.by, from }
  return entry.kind === 'video' ? { playable: entry, title: entry.title, by: entry.channelName, from } : null
}

/** Loads it into its panel and starts it, without changing the queue. */
export function show(playable: Playable): void {
  const isMusic = playable.kind === 'artist' || playable.kind === 'song' || playable.kind === 'collection'
  const { isFolded } = useNowPlaying.getState()
  const isOpen = isMusic ? !useMusicPlayer.getState().close : !useVideoPlayer.getState().close
  // A track needs no panel, and on phones a video needs only its picture. An open panel stays unchanged, even when the queue continues.
  const isOtherOpen = isMusic ? !useVideoPlayer.getState().close : !useMusicPlayer.getState().close
  const folds = isOpen ? isFolded : playable.kind === 'song' || (playable.kind === 'video' && (isNarrow() || (isOtherOpen && isFolded)))
  if (!isOpen && (folds || isFolded)) closePanels()
  // Whether a channel starts by itself is a setting.
  const isRequested = playable.kind !== 'channel' && playable.kind !== 'list'
  useNowPlaying.getState().request(isMusic ? 'spotify' : 'youtube', { isFolded: folds, isRequested, startMs: startOf(playable) })
  if (isMusic) showMusic(playable)
  else showVideo(playable)
}

function startOf(playable: Playable): number | null {
  const second = playable.kind === 'song' || playable.kind === 'video' ? playable.startSecond : undefined
  return second === undefined ? null : second * 1_000
}

function showMusic(extract: Extract<Playable, { kind: 'artist' | 'song' | 'collection' }>): void {
  useMusicPlayer.getState().reset()
  useCollections.getState().showMusic(extract.kind === 'collection' ? extract : null)
  if (extract.kind === 'artist') useMusicPlayer.getState().setArtistId(extract.artistId)
  if (extract.kind === 'song') useMusicPlayer.getState().setSongId(extract.songId)
}

function showVideo(extract: Extract<Playable, { kind: 'channel' | 'video' | 'list' }>): void {
  useVideoChoice.getState().clear()
  useCollections.getState().showVideos(extract.kind === 'list' ? extract.listId : '')
  if (extract.kind === 'video') useVideoChoice.getState().choose(extract)
  if (extract.kind === 'list') useVideoPlayer.getState().setChannel('', '')
  else useVideoPlayer.getState().setChannel(extract.kind === 'channel' ? extract.channelId : '', extract.channelName)
}

export function closePanels(): void {
  if (!useMusicPlayer.getState().close) useMusicPlayer.getState().toggle()
  useVideoPlayer.getState().reset()
}

/** The address of a video's picture on our server. */
export const videoPicture = (videoId: string | null): string | null => (isVideo(videoId) ? `/art/youtube/${videoId}` : null)
