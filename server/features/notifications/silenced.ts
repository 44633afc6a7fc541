import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import { createNotificationStore } from './notifications.store.ts'
import type { NotificationMutes } from './notifications.types.ts'

export type SilencedDeps = {
  db: Db
  connections: Pick<Connections, 'hiddenAndMuted'>
  /** Filters these moments and comments to those with muted content. Doesn't load the ids for users without mutes. */
  mutedAmong: (uid: Uid, loadIds: () => Promise<readonly string[]>) => Promise<ReadonlySet<string>>
}

export function createSilenced({ db, connections, mutedAmong }: SilencedDeps) {
  const store = createNotificationStore(db)
  return async (uid: Uid): Promise<NotificationMutes> => {
    const [{ hidden, muted }, content] = await Promise.all([connections.hiddenAndMuted(uid), mutedAmong(uid, () => store.contentIds(uid))])
    return { people: [...hidden, ...muted], content: [...content] }
  }
}
