import { useMemo } from 'react'
import type { ChatRowData } from '../engine/rows.ts'
import { useVoicePlayback } from '../voice/voice-playback.store.ts'

/** The rows that stay rendered off screen: the focused one, and the voice message that plays, which would end otherwise. */
export function useKeptRows(rows: readonly ChatRowData[], focused: number[]): number[] {
  const playing = useVoicePlayback(({ id, isPlaying }) => isPlaying && id)
  const index = rows.findIndex(({ id }) => id === playing)
  return useMemo(() => (index < 0 ? focused : [...new Set([...focused, index])]), [index, focused])
}
