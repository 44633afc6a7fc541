/* Maps items and links to the panel that plays them. Lightweight: play buttons are on first pages, panels load later. */
import type { Item } from '#contract/media.ts'
import { useCollections } from './collections.store.ts'
import { isChannel, isSpotify, isVideo, type Playable } from './playable.ts'
import { useMusicPlayer } from '../players/music-player.store.ts'
import { useVideoChoice } from '../players/video-choice.store.ts'
import { useVideoPlayer } from '../players/video-player.store.ts'
import { useNowPlaying } from '../players/now-playing.store.ts'
import type { NewEntry } from '../queue/queue.store.ts'
import { isNarrow } from '#web/ui/use-is-narrow.ts'

/** How an item is played, or null when no panel can. Artists and tracks that only YouTube has use the channel preview. */
export function playableOf({ kind, name, by, spotify_id: spotifyId, youtube_id: youtubeId }: Item): Playable | null {
  if (kind === 'artist' && isSpotify(spotifyId)) return { kind: 'artist', artistId: spotifyId }
  if (kind === 'track' && isSpotify(spotifyId)) {
    const song = { kind: 'song' as const, songId: spotifyId, title: name, by: by ?? '' }
    if (!isVideo(youtubeId)) return song
    const video = { kind: 'video' as const, videoId: youtubeId, title: name, channelName: by ?? '' }
    return { ...song, elsewhere: { playable: video, isGuess: false } }
  }
  if ((kind === 'artist' || kind === 'channel') && isChannel(youtubeId)) return { kind: 'channel', channelId: youtubeId, channelName: name }
  if ((kind === 'track' || kind === 'video') && isVideo(youtubeId))
    return { kind: 'video', videoId: youtubeId, title: name, channelName: by ?? '' }
  return null
}

/**
 * Starts to play: a track or video as the queue's current entry, anything else outside of it.
 * @param from where it was found, such as a person's name
 */
export function play(it: Playable, from: string | null = null): void {
  if ((it.kind !== 'song' && it.kind !== 'video') || !it.elsewhere) {
    start(it, from)
    return
  }
  // The choice needs the user's settings, which load with the first such item.
  void import('../players/choose-platform.ts')
    .then(({ choosePlatform }) => choosePlatform(it))
    .then((chosen) => start(chosen, from))
    .catch(() => start(it, from))
}

function start(it: Playable, from: string | null): void {
  const entry = entryOf(it, from)
  // The queue's code loads with the first player.
  if (entry) void import('../queue/queue.store.ts').then(({ queue }) => queue.playNow(entry)).catch(() => undefined)
  show(it)
}

/** The queue entry of a track or video; null for anything else. */
export function entryOf(it: Playable, from: string | null = null): NewEntry | null {
  if (it.kind === 'song') return { playable: it, title: it.title, by: it.by, from }
  return it.kind === 'video' ? { playable: it, title: it.title, by: it.channelName, from } : null
}

/** Loads it into its panel and starts it, without changing the queue. */
export function show(it: Playable): void {
  const isMusic = it.kind === 'artist' || it.kind === 'song' || it.kind === 'collection'
  const { isFolded } = useNowPlaying.getState()
  const isOpen = isMusic ? !useMusicPlayer.getState().close : !useVideoPlayer.getState().close
  // A track needs no panel, and on phones a video needs only its picture. What is open stays as it is, also when the queue plays on.
  const isOtherOpen = isMusic ? !useVideoPlayer.getState().close : !useMusicPlayer.getState().close
  const folds = isOpen ? isFolded : it.kind === 'song' || (it.kind === 'video' && (isNarrow() || (isOtherOpen && isFolded)))
  if (!isOpen && (folds || isFolded)) closePanels()
  // Whether a channel starts by itself is a setting.
  const isRequested = it.kind !== 'channel' && it.kind !== 'list'
  useNowPlaying.getState().request(isMusic ? 'spotify' : 'youtube', { isFolded: folds, isRequested, startMs: startOf(it) })
  if (isMusic) showMusic(it)
  else showVideo(it)
}

function startOf(it: Playable): number | null {
  const second = it.kind === 'song' || it.kind === 'video' ? it.startSecond : undefined
  return second === undefined ? null : second * 1_000
}

function showMusic(it: Extract<Playable, { kind: 'artist' | 'song' | 'collection' }>): void {
  useMusicPlayer.getState().reset()
  useCollections.getState().showMusic(it.kind === 'collection' ? it : null)
  if (it.kind === 'artist') useMusicPlayer.getState().setArtistId(it.artistId)
  if (it.kind === 'song') useMusicPlayer.getState().setSongId(it.songId)
}

function showVideo(it: Extract<Playable, { kind: 'channel' | 'video' | 'list' }>): void {
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
