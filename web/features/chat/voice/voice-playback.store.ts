import { create } from 'zustand'

type Playback = {
  /** The message in the player. */
  id: string | null
  isPlaying: boolean
  positionMs: number
  hasFailed: boolean
  /** Speed of playback, for all messages. */
  rate: number
  /** Where messages were stopped, in milliseconds. */
  stoppedAt: Readonly<Record<string, number>>
}

export const stopped = { id: null, isPlaying: false, positionMs: 0, hasFailed: false }

/** The voice message in the player, without the code that plays it. */
export const useVoicePlayback = create<Playback>()(() => ({ ...stopped, rate: 1, stoppedAt: {} }))
