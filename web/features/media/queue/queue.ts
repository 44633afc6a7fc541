/* The play queue: pure functions from one queue to the next. */
import type { Playable } from '../items/playable.ts'

/** An item of a queue: a single track or video. Artists, channels and collections play outside the queue. */
export type QueuedPlayable = Extract<Playable, { kind: 'song' | 'video' }>

export type QueueEntry = {
  /** Unique in the queue; the same track may be queued twice. */
  key: string
  playable: QueuedPlayable
  title: string
  /** The artist or the channel; empty when unknown. */
  by: string
  /** Where it was queued from, such as a person's name; null for the user's own choice. */
  from: string | null
}

export type Queue = {
  entries: readonly QueueEntry[]
  /** Index of the current entry; -1 before the first one. */
  at: number
}

export const emptyQueue: Queue = { entries: [], at: -1 }

/** The maximum length. Further entries push out the ones that were played first. */
export const MAX_QUEUE = 200

export const currentOf = ({ entries, at }: Queue): QueueEntry | null => entries[at] ?? null
export const upcomingOf = ({ entries, at }: Queue): readonly QueueEntry[] => entries.slice(at + 1)

/** Makes the entry current, after the one that played until now. The rest of the queue follows it. */
export function playNow({ entries, at }: Queue, entry: QueueEntry): Queue {
  return limited({ entries: [...entries.slice(0, at + 1), entry, ...entries.slice(at + 1)], at: at + 1 })
}

/** Inserts entries directly after the current one. */
export function playNext({ entries, at }: Queue, added: readonly QueueEntry[]): Queue {
  return limited({ entries: [...entries.slice(0, at + 1), ...added, ...entries.slice(at + 1)], at })
}

export function append({ entries, at }: Queue, added: readonly QueueEntry[]): Queue {
  return limited({ entries: [...entries, ...added], at })
}

/** Replaces everything after the current entry with a list and makes its first entry current. */
export function playAll({ entries, at }: Queue, list: readonly QueueEntry[]): Queue {
  if (list.length === 0) return { entries, at }
  return limited({ entries: [...entries.slice(0, at + 1), ...list], at: at + 1 })
}

/** Makes the entry with this key current. */
export function jumpTo(queue: Queue, key: string): Queue {
  const index = queue.entries.findIndex((entry) => entry.key === key)
  return index < 0 ? queue : { ...queue, at: index }
}

/** Makes the next entry (`1`) or the previous one (`-1`) current; the same queue where there is none. */
export function step(queue: Queue, by: 1 | -1): Queue {
  const index = queue.at + by
  return index < 0 || index >= queue.entries.length ? queue : { ...queue, at: index }
}

/** Removes an entry. If it was the current one, none is current until the next step, which plays what followed it. */
export function remove({ entries, at }: Queue, key: string): Queue {
  const index = entries.findIndex((entry) => entry.key === key)
  if (index < 0) return { entries, at }
  return { entries: entries.filter((_, place) => place !== index), at: index <= at ? at - 1 : at }
}

/** Puts an entry back where it was before its removal. */
export function restore({ entries, at }: Queue, entry: QueueEntry, index: number): Queue {
  const place = Math.min(index, entries.length)
  return limited({ entries: [...entries.slice(0, place), entry, ...entries.slice(place)], at: place <= at ? at + 1 : at })
}

/** Moves an upcoming entry by a number of places. It stays behind the current one. */
export function move({ entries, at }: Queue, key: string, by: number): Queue {
  const from = entries.findIndex((entry) => entry.key === key)
  const entry = entries[from]
  if (!entry || from <= at) return { entries, at }
  const to = Math.max(at + 1, Math.min(from + by, entries.length - 1))
  const rest = entries.filter((_, place) => place !== from)
  return { entries: [...rest.slice(0, to), entry, ...rest.slice(to)], at }
}

/** The platform's id of an entry. */
export const idOf = ({ playable }: Pick<QueueEntry, 'playable'>): string => (playable.kind === 'song' ? playable.songId : playable.videoId)

/** Removes what comes after the current entry. */
export function clearUpcoming({ entries, at }: Queue): Queue {
  return { entries: entries.slice(0, at + 1), at }
}

function limited({ entries, at }: Queue): Queue {
  const over = entries.length - MAX_QUEUE
  if (over <= 0) return { entries, at }
  // Played entries leave first; the current one and what follows it stay as long as possible.
  const played = Math.max(0, Math.min(over, at))
  return { entries: entries.slice(played, played + MAX_QUEUE), at: at - played }
}
