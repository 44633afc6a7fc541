import { create } from 'zustand'

/** An emoji at a second of a track or a video. */
export type ReplayMark = { emoji: string; position_ms: number }

/** Reactions of a shared session to items that the user plays again alone, by the platform's id of the item. */
export const useReplayMarks = create<{ marks: Readonly<Record<string, readonly ReplayMark[]>> }>()(() => ({ marks: {} }))

/** The reactions to an item that is about to be played; `ids` are its ids on the platforms. */
export const saveReplayMarks = (ids: readonly (string | null)[], marks: readonly ReplayMark[]): void =>
  useReplayMarks.setState((now) => ({
    marks: { ...now.marks, ...Object.fromEntries(ids.flatMap((id) => (id === null ? [] : [[id, marks]]))) },
  }))
