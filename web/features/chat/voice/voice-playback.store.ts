import { create } from 'zustand'
import type { VoiceSource } from '../engine/rows.ts'

type Playback = {
  /** The message in the player. */
  id: string | null
  isPlaying: boolean
  positionMs: number
  hasFailed: boolean
  /** The page where it was started. */
  path: string
  /** Set while it plays although the user left that page: then the bar (VoiceBar.tsx) has its controls. */
  away: VoiceSource | null
  /** Speed of playback, for all messages. */
  rate: number
  /** Where messages were stopped, in milliseconds. */
  stoppedAt: Readonly<Record<string, number>>
}

export const stopped = { id: null, isPlaying: false, positionMs: 0, hasFailed: false, path: '', away: null }

/** The voice message in the player, without the code that plays it. */
export const useVoicePlayback = create<Playback>()(() => ({ ...stopped, rate: 1, stoppedAt: {} }))
