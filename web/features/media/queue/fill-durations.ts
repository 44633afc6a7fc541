import { mediaCalls } from '#contract/media.ts'
import { readApi } from '#web/platform/api-client.ts'
import { queue } from './queue.store.ts'
import { idOf, type Queue } from './queue.ts'

/** Ids whose length was requested during this visit. */
const requested = new Set<string>()

/** Adds lengths to entries that were queued without one: from a link, or before the catalog knew it. */
export async function fillDurations({ entries }: Pick<Queue, 'entries'>): Promise<void> {
  const missing = entries.filter(({ playable }) => playable.durationMs === undefined).map(idOf)
  const ids = [...new Set(missing)].filter((id) => !requested.has(id))
  if (ids.length === 0) return
  for (const id of ids) requested.add(id)
  const result = await readApi(mediaCalls.getDurations, { body: { ids } })
  if (result.ok) queue.addDurations(new Map(Object.entries(result.value.durations)))
  else for (const id of ids) requested.delete(id)
}
