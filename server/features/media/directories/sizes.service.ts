import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createSizesStore } from '../attributes.store.ts'
import type { ItemId, WorldSize } from '../media.types.ts'
import { queryDirectories, waitUnlessStopped, type Directory, type Pause } from './query-directories.ts'

/** A directory that counts an artist's listeners. */
export type SizeDirectory = Directory<number | null> & { unit: WorldSize['unit'] }

export type SizesDeps = {
  db: Db
  clock: Clock
  /** Directories in order of preference; may be empty. */
  directories: readonly SizeDirectory[]
  /** Called with items whose size changed. */
  onSizesChanged: (ids: readonly ItemId[]) => Promise<void>
  log: Log
  pause?: Pause
}

const ARTISTS_PER_RUN = 100
/** A run ends after this time: the job reads tags as well. */
const MAX_RUN_MS = 3 * 60_000
/** Counts are read again before they are deleted (bars.service.ts). */
const RETRY_AFTER_MS = 21 * 24 * 3_600_000

/** Looks up the number of listeners of artists without a reported one. */
export function createSizes({ db, clock, directories, onSizesChanged, log, pause = waitUnlessStopped }: SizesDeps) {
  const store = createSizesStore(db)
  const stopping = new AbortController()

  return {
    /** A running lookup finishes first. */
    stop: () => stopping.abort(),

    /** One run of lookups. */
    async update(): Promise<void> {
      const last = directories.at(-1)
      if (!last) return
      const queries = queryDirectories<number | null, SizeDirectory>(directories, { log, pause, stopping: stopping.signal })
      const counted = new Map<ItemId, WorldSize>()
      const until = clock.now().getTime() + MAX_RUN_MS
      for (const { id, name } of await store.listUncounted(new Date(clock.now().getTime() - RETRY_AFTER_MS), ARTISTS_PER_RUN)) {
        if (stopping.signal.aborted) break
        const size = await queries.first(name, (count) => count !== null)
        // 0 means an artist that the directory does not know: it has no effect, but is not looked up again. After a failure, the artist
        // stays due.
        if (size !== 'failed')
          counted.set(id, size === 'unknown' ? { count: 0, unit: last.unit } : { count: size.answer ?? 0, unit: size.directory.unit })
        if (queries.areUnavailable() || clock.now().getTime() >= until) break
      }
      const changed = await store.save(counted, clock.now())
      const relevant = changed.filter((id) => counted.get(id)?.count !== 0)
      if (relevant.length > 0) await onSizesChanged(relevant)
    },
  }
}
