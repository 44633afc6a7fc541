import { create } from 'zustand'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { onStoredChange, readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import { notify } from '#web/platform/notices.ts'
import { QUEUE_KEY, useNowPlaying } from '../players/now-playing.store.ts'
import * as queues from './queue.ts'
import { idOf, type Queue, type QueueEntry } from './queue.ts'

const UNDO_MS = 6_000

/** The queue of this browser. It is stored, so that it survives reloads and is the same in every tab. */
export const useQueue = create<Queue>()(() => readQueue())

function readQueue(): Queue {
  try {
    const { entries, at } = JSON.parse(readStored(QUEUE_KEY) ?? '') as Queue
    return entries.every(isPlayable) && at < entries.length ? { entries, at } : queues.emptyQueue
  } catch {
    // Nothing stored, or not by this version.
    return queues.emptyQueue
  }
}

function isPlayable({ playable }: QueueEntry): boolean {
  return playable.kind === 'song' || playable.kind === 'video'
}

function change(next: (queue: Queue) => Queue): void {
  const before = useQueue.getState()
  const queue = next(before)
  if (queue === before) return
  useQueue.setState({ entries: queue.entries, at: queue.at })
  writeStored(QUEUE_KEY, queue.entries.length === 0 ? null : JSON.stringify({ entries: queue.entries, at: queue.at }))
}

onStoredChange(QUEUE_KEY, () => useQueue.setState(readQueue()))
useQueue.subscribe(({ entries }) => useNowPlaying.setState({ hasQueue: entries.length > 0 }))
onUserLeft(() => useQueue.setState(queues.emptyQueue))

export type NewEntry = Omit<QueueEntry, 'key'>
const withKey = (entry: NewEntry): QueueEntry => ({ ...entry, key: crypto.randomUUID() })

export const queue = {
  /** Records what starts to play now. What is current already stays the current entry. */
  playNow(entry: NewEntry): void {
    const current = queues.currentOf(useQueue.getState())
    if (current && idOf(current) === idOf(entry)) return
    change((now) => queues.playNow(now, withKey(entry)))
  },
  playNext: (entries: readonly NewEntry[]) => change((now) => queues.playNext(now, entries.map(withKey))),
  append: (entries: readonly NewEntry[]) => change((now) => queues.append(now, entries.map(withKey))),
  playAll: (entries: readonly NewEntry[]) => change((now) => queues.playAll(now, entries.map(withKey))),
  move: (key: string, by: number) => change((now) => queues.move(now, key, by)),
  jumpTo: (key: string) => change((now) => queues.jumpTo(now, key)),
  step: (by: 1 | -1) => change((now) => queues.step(now, by)),
  change,
  clearUpcoming: () => change(queues.clearUpcoming),
  clear: () => change(() => queues.emptyQueue),
  /** Removes an entry; the notice offers to undo it. */
  remove(key: string): void {
    const { entries } = useQueue.getState()
    const index = entries.findIndex((entry) => entry.key === key)
    const entry = entries[index]
    if (!entry) return
    change((now) => queues.remove(now, key))
    notify('neutral', i18n._({ id: 'queue.removed', message: 'Removed from the queue: {title}', values: { title: entry.title } }), {
      about: 'queue',
      timeoutMs: UNDO_MS,
      action: { label: i18n._({ id: 'undo', message: 'Undo' }), run: () => change((now) => queues.restore(now, entry, index)) },
    })
  },
}

/** The ID from which an entry's artwork is drawn where there is no picture: that of the catalog, as in every list. */
export const artworkIdOf = (entry: QueueEntry): string => entry.playable.itemId ?? idOf(entry)

/** The address of an entry on its platform. */
export const addressOf = (entry: Pick<QueueEntry, 'playable'>): string =>
  entry.playable.kind === 'song' ? `https://open.spotify.com/track/${idOf(entry)}` : `https://www.youtube.com/watch?v=${idOf(entry)}`
