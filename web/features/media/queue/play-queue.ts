/* Commands that play from the queue. */
import { choosePlatform } from '../players/choose-platform.ts'
import { show } from '../items/play.ts'
import { queue, useQueue, type NewEntry } from './queue.store.ts'
import { currentOf, upcomingOf } from './queue.ts'

/** Plays the next entry or the previous one. Returns false where there is none. */
export function skip(by: 1 | -1): boolean {
  const { at } = useQueue.getState()
  queue.step(by)
  return useQueue.getState().at !== at && playCurrent()
}

export function playEntry(key: string): void {
  queue.jumpTo(key)
  playCurrent()
}

/** Loads and starts the current entry; the first one where none is current. */
export function playCurrent(): boolean {
  const now = useQueue.getState()
  const [first] = upcomingOf(now)
  if (!currentOf(now) && first) queue.jumpTo(first.key)
  const entry = currentOf(useQueue.getState())
  if (entry) show(entry.playable)
  return entry !== null
}

/** Plays a whole list, from its first entry. */
export async function playList(entries: readonly NewEntry[]): Promise<void> {
  queue.playAll(await Promise.all(entries.map(async (entry) => ({ ...entry, playable: await choosePlatform(entry.playable) }))))
  playCurrent()
}
