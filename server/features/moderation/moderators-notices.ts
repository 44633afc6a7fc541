import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import { createReportStore } from './reports.store.ts'
import type { Suspensions } from './suspensions.service.ts'

export type NoticeDeps = { db: Db; events: Pick<DomainEvents, 'publish'>; suspensions: Pick<Suspensions, 'appeals'> }

export function createNotices({ db, events, suspensions }: NoticeDeps) {
  const store = createReportStore(db)
  type About = 'reports-waiting' | 'appeals-waiting'
  const publish = (to: readonly Uid[], about: About, isWaiting: boolean) =>
    events.publish({ kind: 'moderation.waiting', to, about, isWaiting })
  return {
    /** Notifies the moderators, without those in `except`. */
    async notifyModerators(about: About, except: readonly Uid[]): Promise<void> {
      const to = (await store.moderators()).filter((uid) => !except.includes(uid))
      publish(to, about, true)
    },

    /** Removes the notices of what no longer waits. A report about a moderator doesn't wait for them. */
    async endNotices(): Promise<void> {
      const [all, done, appeals] = await Promise.all([store.moderators(), store.moderatorsWithoutOpen(), suspensions.appeals()])
      if (done.length > 0) publish(done, 'reports-waiting', false)
      if (appeals.length === 0) publish(all, 'appeals-waiting', false)
    },
  }
}
