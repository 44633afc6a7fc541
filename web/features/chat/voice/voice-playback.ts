/* Plays voice messages with one audio element, so only one plays at a time, and stops the other players of this browser. */
import { playback } from '#web/features/media/players/playback.ts'
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
    setState({ isPlaying: false, positionMs: 0 })
    element.currentTime = 0
  })
  element.addEventListener('error', () => getState().id !== null && setState({ isPlaying: false, hasFailed: true }))
  playback.onOtherStarted(PLAYER, () => element.pause())
  return element
}

/** Loads a message into the player, at the position where it was stopped, unless it is already loaded. */
function load(id: string, source: string | Blob): HTMLAudioElement {
  const element = openAudio()
  if (getState().id === id && !getState().hasFailed) return element
  element.pause()
  empty()
  if (blobUrl !== null) URL.revokeObjectURL(blobUrl)
  const url = typeof source === 'string' ? source : URL.createObjectURL(source)
  blobUrl = typeof source === 'string' ? null : url
  element.src = url
  const positionMs = getState().stoppedAt[id] ?? 0
  if (positionMs > 0) element.currentTime = positionMs / 1_000
  setState({ id, positionMs })
  return element
}

/** Empties the player. A stored message continues where it was stopped; the next unsent recording starts at its beginning. */
function empty(): void {
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
  empty()
  audio?.pause()
  audio?.removeAttribute('src')
  if (blobUrl !== null) URL.revokeObjectURL(blobUrl)
  blobUrl = null
}
