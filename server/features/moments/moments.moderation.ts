import type { Uid } from '#contract/base/ids.ts'
import { momentFrames } from '#contract/moments.ts'
import type { AfterCommit, Db } from '#server/platform/db/database.ts'
import { createCommentStore } from './comments.store.ts'
import type { MomentDeps } from './moments.deps.ts'
import { createLiveUpdates } from './moments.live.ts'
import { createVisibility } from './moments.visibility.ts'
import { createMomentStore } from './moments.store.ts'

/** The reported content as the reporter saw it. */
export type Evidence = { author: Uid; text: string; pictures: string[] }

/** The moderation of one kind of content. */
export type Moderated = {
  /** The content that the viewer reports; null if they can't see it. */
  evidence(viewer: Uid, id: string): Promise<Evidence | null>
  /** Hides it from everyone in `tx`; idempotent. */
  hide(tx: Db, id: string): Promise<AfterCommit>
  /** Undoes `hide` in `tx`; idempotent. */
  restore(tx: Db, id: string): Promise<AfterCommit>
}

type Deps = Pick<MomentDeps, 'db' | 'clock' | 'events' | 'hub' | 'connections' | 'pictures' | 'wavelength' | 'mutedContent'>

export function createMomentModeration(deps: Deps): { moments: Moderated; comments: Moderated } {
  const { db, clock, events, pictures } = deps
  const { send: sendLive, sendCommentChange } = createLiveUpdates(deps)
  const store = createMomentStore(db)
  const comments = createCommentStore(db)
  const { findVisible } = createVisibility({ ...deps, store })

  async function sendChange({ momentId, author }: { momentId: string; author: Uid }, comment?: string): Promise<void> {
    const moment = await store.findAudience(momentId)
    if (moment) await sendCommentChange(moment, author, comment)
  }

  return {
    moments: {
      async evidence(viewer, id) {
        const found = await findVisible(viewer, id)
        if (!found) return null
        const attached = (await pictures.getMany('moment', [id])).get(id) ?? []
        return { author: found.moment.author, text: found.moment.text, pictures: attached.map((picture) => picture.id) }
      },
      async hide(tx, id) {
        const taken = await createMomentStore(tx).takeDown(id, clock.now())
        return async () => {
          if (!taken) return
          events.publish({ kind: 'content.removed', of: 'moment', id })
          await sendLive(taken, momentFrames.moment_gone, { id })
        }
      },
      async restore(tx, id) {
        await createMomentStore(tx).restore(id)
        // Open feeds show it after their next refresh.
        return () => undefined
      },
    },
    comments: {
      async evidence(viewer, id) {
        const comment = await comments.find(id)
        const found = comment && (await findVisible(viewer, comment.momentId))
        if (!found || found.filter.hidden.has(comment.author)) return null
        return { author: comment.author, text: comment.text, pictures: [] }
      },
      async hide(tx, id) {
        const taken = await createCommentStore(tx).takeDown(id, clock.now())
        return async () => {
          if (!taken) return
          events.publish({ kind: 'content.removed', of: 'comment', id })
          await sendChange(taken, id)
        }
      },
      async restore(tx, id) {
        const restored = await createCommentStore(tx).restore(id)
        return async () => {
          if (restored) await sendChange(restored)
        }
      },
    },
  }
}
