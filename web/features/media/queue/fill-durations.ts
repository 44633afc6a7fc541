import { mediaCalls } from '#contract/media.ts'
import { readApi } from '#web/platform/api-client.ts'
import { queue } from './queue.store.ts'
import { idOf, type Queue, type QueueEntry } from './queue.ts'

/** Ids whose length was requested during this visit. */
const requested = new Set<string>()

/** Adds lengths to entries that were queued without one: from a link, or before the catalog knew it. */
export async function fillDurations({ entries }: Pick<Queue, 'entries'>): Promise<void> {
  const missing = entries.filter(({ playable }) => playable.durationMs === undefined).map(idOf)
  const ids = [...new Set(missing)].filter((id) => !requested.has(id))
  if (ids.length === 0) return
  for (const id of ids) requested.add(id)
  const result = await readApi(mediaCalls.getDurations, { body: { ids } })
  if (result.ok) {
    const durations = new Map(Object.entries(result.value.durations))
    queue.change((now) => withDurations(now, durations))
  } else for (const id of ids) requested.delete(id)
}

/** Adds the lengths, by the platform's id, of entries that have none. The same queue if none of them is known. */
function withDurations(now: Queue, durations: ReadonlyMap<string, number>): Queue {
  const known = ({ playable }: QueueEntry) => (playable.durationMs === undefined ? durations.get(idOf({ playable })) : undefined)
  if (!now.entries.some((entry) => known(entry) !== undefined)) return now
  const entries = now.entries.map((entry) => {
    const durationMs = known(entry)
    return durationMs === undefined ? entry : { ...entry, playable: { ...entry.playable, durationMs } }
  })
  return { ...now, entries }
}
