import { useEffect, useEffectEvent, useState } from 'react'
import { create } from 'zustand'
import { videoPicture } from '../items/play.ts'

export type MediaSessionState = {
  title: string
  by: string
  id: string
  isVideo: boolean
  isPlaying: boolean
  positionMs: number | null
  durationMs: number | null
  play(): void
  pause(): void
  seek: ((positionMs: number) => void) | null
  next: (() => void) | null
  previous: (() => void) | null
}

const SEEK_MS = 10_000

/** The player that the media controls show. */
const useOwner = create<{ owner: symbol | null }>()(() => ({ owner: null }))

/**
 * Shows what plays in the media controls of the operating system, and obeys its buttons, the media keys, and Space.
 * Of several players, the one that started last has them.
 */
export function useMediaSession(state: MediaSessionState): void {
  const { title, by, isVideo, id, isPlaying, positionMs, durationMs } = state
  const isShown = useIsShown(isPlaying)
  const current = useEffectEvent(() => state)
  useSpaceKey(() => (isPlaying ? state.pause() : state.play()), isShown)
  const canSeek = state.seek !== null
  const hasNext = state.next !== null
  const hasPrevious = state.previous !== null

  useEffect(() => {
    if (!isShown || !('mediaSession' in navigator)) return undefined
    const picture = isVideo ? videoPicture(id) : null
    const artwork = picture === null ? [] : [{ src: new URL(picture, location.href).href }]
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: by, artwork })
    return () => void (navigator.mediaSession.metadata = null)
  }, [isShown, title, by, isVideo, id])

  useEffect(() => {
    if (!isShown || !('mediaSession' in navigator)) return undefined
    const { mediaSession } = navigator
    const seekBy = (ms: number) => {
      const { seek, positionMs: from } = current()
      seek?.(Math.max(0, (from ?? 0) + ms))
    }
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['play', () => current().play()],
      ['pause', () => current().pause()],
      ['nexttrack', hasNext ? () => current().next?.() : null],
      ['previoustrack', hasPrevious ? () => current().previous?.() : null],
      ['seekto', canSeek ? ({ seekTime }) => current().seek?.((seekTime ?? 0) * 1_000) : null],
      ['seekbackward', canSeek ? ({ seekOffset }) => seekBy(-(seekOffset ?? SEEK_MS / 1_000) * 1_000) : null],
      ['seekforward', canSeek ? ({ seekOffset }) => seekBy((seekOffset ?? SEEK_MS / 1_000) * 1_000) : null],
    ]
    for (const [action, handler] of handlers) mediaSession.setActionHandler(action, handler)
    return () => {
      for (const [action] of handlers) mediaSession.setActionHandler(action, null)
    }
  }, [isShown, hasNext, hasPrevious, canSeek])

  useEffect(() => {
    if (!isShown || !('mediaSession' in navigator)) return
    navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
    if (positionMs !== null && durationMs !== null && durationMs > 0)
      navigator.mediaSession.setPositionState({ duration: durationMs / 1_000, position: Math.min(positionMs, durationMs) / 1_000 })
  }, [isShown, isPlaying, positionMs, durationMs])

  useEffect(() => {
    if (!isPlaying) return undefined
    const audio = silence()
    void audio.play().catch(() => undefined)
    return () => audio.pause()
  }, [isPlaying])
}

function useIsShown(isPlaying: boolean): boolean {
  const [me] = useState(() => Symbol('player'))
  useEffect(() => {
    if (isPlaying) useOwner.setState({ owner: me })
  }, [me, isPlaying])
  useEffect(() => () => useOwner.setState(({ owner }) => ({ owner: owner === me ? null : owner })), [me])
  return useOwner(({ owner }) => owner === null || owner === me)
}

let silent: HTMLAudioElement | null = null
const SAMPLES_PER_SECOND = 3_000
const SECONDS = 10

/**
 * A silent sound, looped. Browsers show media controls for the page itself only while the page plays a sound of at least 5 seconds; the
 * players' own sound belongs to their frames.
 */
function silence(): HTMLAudioElement {
  if (silent) return silent
  const samples = SAMPLES_PER_SECOND * SECONDS
  const header = new DataView(new ArrayBuffer(44))
  const text = (at: number, value: string) => new TextEncoder().encode(value).forEach((byte, place) => header.setUint8(at + place, byte))
  text(0, 'RIFF')
  header.setUint32(4, 36 + samples, true)
  text(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, SAMPLES_PER_SECOND, true)
  header.setUint32(28, SAMPLES_PER_SECOND, true)
  header.setUint16(32, 1, true)
  header.setUint16(34, 8, true)
  text(36, 'data')
  header.setUint32(40, samples, true)
  // In 8-bit WAV, 128 is silence.
  silent = new Audio(URL.createObjectURL(new Blob([header.buffer, new Uint8Array(samples).fill(128)], { type: 'audio/wav' })))
  silent.loop = true
  return silent
}

/** Space plays and pauses unless the focused element uses the key itself. */
export function useSpaceKey(toggle: () => void, isEnabled = true): void {
  const press = useEffectEvent(toggle)
  useEffect(() => {
    if (!isEnabled) return undefined
    const listen = (event: KeyboardEvent) => {
      const isPlain = event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.repeat
      if (!isPlain || event.defaultPrevented || !isSpaceFree()) return
      event.preventDefault()
      press()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isEnabled])
}

/**
 * After a navigation the focus is on the page itself; after a pressed button is gone, on a panel; after a click, often on a link. None of
 * them does anything with Space.
 */
function isSpaceFree(): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body || activeElement.matches('main, section[tabindex="-1"]')) return true
  return activeElement instanceof HTMLAnchorElement && !activeElement.hasAttribute('role')
}
