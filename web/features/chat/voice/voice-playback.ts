/* Plays voice messages with one audio element, so only one plays at a time, and stops the other players of this browser. */
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { playback } from '#web/features/media/players/playback.ts'
import { useNowPlaying } from '#web/features/media/players/now-playing.store.ts'
import { logger } from '#web/platform/log.ts'
import type { VoiceSource } from '../engine/rows.ts'
import { stopped, useVoicePlayback } from './voice-playback.store.ts'

export const rates = [1, 1.5, 2] as const

const PLAYER = 'voice'
const log = logger('chat')
const { getState, setState } = useVoicePlayback
let audio: HTMLAudioElement | null = null
let blobUrl: string | null = null

function openAudio(): HTMLAudioElement {
  if (audio) return audio
  const element = new Audio()
  audio = element
  element.addEventListener('timeupdate', () => setState({ positionMs: element.currentTime * 1_000 }))
  element.addEventListener('play', () => setState({ isPlaying: true, hasFailed: false }))
  element.addEventListener('pause', () => setState({ isPlaying: false }))
  element.addEventListener('ended', () => {
    setState({ isPlaying: false, positionMs: 0, away: null })
    element.currentTime = 0
  })
  element.addEventListener('error', () => getState().id !== null && setState({ isPlaying: false, hasFailed: true, away: null }))
  playback.onOtherStarted(PLAYER, () => {
    element.pause()
    stopAway()
  })
  onUserLeft(stopAway)
  useVoicePlayback.subscribe(({ away }, before) => away !== before.away && useNowPlaying.setState({ hasVoice: away !== null }))
  return element
}

/** Loads a message into the player, at the position where it was stopped, unless it is already loaded. */
function load(id: string, source: string | Blob): HTMLAudioElement {
  const element = openAudio()
  if (getState().id === id && !getState().hasFailed) return element
  element.pause()
  unload()
  if (blobUrl !== null) URL.revokeObjectURL(blobUrl)
  const url = typeof source === 'string' ? source : URL.createObjectURL(source)
  blobUrl = typeof source === 'string' ? null : url
  element.src = url
  const positionMs = getState().stoppedAt[id] ?? 0
  if (positionMs > 0) element.currentTime = positionMs / 1_000
  setState({ id, positionMs, path: location.pathname })
  return element
}

/** Empties the player. A stored message continues where it was stopped; the next unsent recording starts at its beginning. */
function unload(): void {
  const { id, positionMs, stoppedAt } = getState()
  setState({ ...stopped, ...(id !== null && blobUrl === null ? { stoppedAt: { ...stoppedAt, [id]: positionMs } } : {}) })
}

export function togglePlayback(id: string, { source }: Pick<VoiceSource, 'source'>): void {
  const element = load(id, source)
  if (!element.paused) return element.pause()
  playback.start(PLAYER)
  element.playbackRate = getState().rate
  element.play().catch((error: unknown) => log.warn('voice message could not be played', { why: String(error) }))
}

export function seek(id: string, { source }: Pick<VoiceSource, 'source'>, positionMs: number): void {
  const element = load(id, source)
  element.currentTime = positionMs / 1_000
  setState({ positionMs })
}

/** Changes the speed to the next of `rates`. */
export function nextRate(): void {
  const rate = rates[(rates.findIndex((entry) => entry === getState().rate) + 1) % rates.length] ?? 1
  setState({ rate })
  if (audio) audio.playbackRate = rate
}

/** Stops this message and empties the player, if it is loaded. */
export function stopPlayback(id: string): void {
  if (getState().id !== id) return
  unload()
  audio?.pause()
  audio?.removeAttribute('src')
  if (blobUrl !== null) URL.revokeObjectURL(blobUrl)
  blobUrl = null
}

/** The message's row is shown again, and has the controls. */
export function returnToPlayback(id: string): void {
  if (getState().id === id) setState({ away: null })
}

/** The message's row is gone. What plays continues if the user went to another page; a deleted message and an unsent recording stop. */
export function leavePlayback(id: string, voice: VoiceSource): void {
  const { id: loaded, isPlaying, path } = getState()
  if (loaded === id && isPlaying && blobUrl === null && location.pathname !== path) setState({ away: voice })
  else stopPlayback(id)
}

/** Stops what plays without its row. */
export function stopAway(): void {
  const { id, away } = getState()
  if (id !== null && away) stopPlayback(id)
}
