import type { Db } from '#server/platform/db/database.ts'
import { createSourcesStore } from './sources.store.ts'
import type { Counts, SourceKey, SourceRow } from './sources.types.ts'
import type { SyncedRow } from './sync.plan.ts'
import { createSyncStore } from './sync.store.ts'

/** The rows of one source for a feature that writes them itself, such as file imports. `tx` holds the lock on the source. */
export function sourceRows(tx: Db) {
  const rows = createSyncStore(tx)
  return {
    /** Replaces all rows of the source and returns how many items of each kind it has now. */
    async replace(key: SourceKey, next: readonly SyncedRow[]): Promise<Counts> {
      await rows.removeOthers(
        key,
        next.map(({ itemId }) => itemId),
      )
      await rows.write(key, next)
      return rows.counts(key)
    },
    /** Locks the source until the transaction ends. */
    lock: (key: SourceKey): Promise<SourceRow | null> => createSourcesStore(tx).lock(key),
    /** Returns the source, or null when the user has disconnected it. */
    find: (key: SourceKey): Promise<SourceRow | null> => createSourcesStore(tx).find(key),
  }
}
