import type { Uid } from '#contract/base/ids.ts'
import { momentFrames } from '#contract/moments.ts'
import { createCommentStore } from './comments.store.ts'
import type { MomentDeps } from './moments.deps.ts'
import { createLiveUpdates } from './moments.live.ts'
import { createVisibility } from './moments.visibility.ts'
import { createMomentStore } from './moments.store.ts'

/** The reported content as the reporter saw it. */
export type Evidence = { author: Uid; text: string; pictures: string[] }

/** Moderation of one kind of content. */
export type Moderated = {
  /** The content that the viewer reports; null if they can't see it. */
  evidence(viewer: Uid, id: string): Promise<Evidence | null>
  /** Hides it from everyone; idempotent. */
  hide(id: string): Promise<void>
  /** Takes that back; idempotent. */
  restore(id: string): Promise<void>
}

type Deps = Pick<MomentDeps, 'db' | 'clock' | 'events' | 'hub' | 'connections' | 'pictures' | 'wavelength' | 'mutedContent'>

export function createMomentModeration(deps: Deps): { moments: Moderated; comments: Moderated } {
  const { db, clock, events, pictures } = deps
  const { send: sendLive, sendCommentChange } = createLiveUpdates(deps)
  const store = createMomentStore(db)
  const comments = createCommentStore(db)
  const { findVisible } = createVisibility({ ...deps, store })

  return {
    moments: {
      async evidence(viewer, id) {
        const found = await findVisible(viewer, id)
        if (!found) return null
        const attached = (await pictures.ofMany('moment', [id])).get(id) ?? []
        return { author: found.moment.author, text: found.moment.text, pictures: attached.map((picture) => picture.id) }
      },
      async hide(id) {
        const taken = await store.takeDown(id, clock.now())
        if (!taken) return
        events.publish({ kind: 'content.removed', of: 'moment', id })
        await sendLive(taken, momentFrames.moment_gone, { id })
      },
      // Open feeds show it after their next refresh.
      restore: (id) => store.restore(id),
    },
    comments: {
      async evidence(viewer, id) {
        const comment = await comments.find(id)
        const found = comment && (await findVisible(viewer, comment.momentId))
        if (!found || found.filter.hidden.has(comment.author)) return null
        return { author: comment.author, text: comment.text, pictures: [] }
      },
      async hide(id) {
        const taken = await comments.takeDown(id, clock.now())
        if (!taken) return
        events.publish({ kind: 'content.removed', of: 'comment', id })
        const moment = await store.findAudience(taken.momentId)
        if (moment) await sendCommentChange(moment, taken.author)
      },
      async restore(id) {
        const restored = await comments.restore(id)
        const moment = restored && (await store.findAudience(restored.momentId))
        if (moment) await sendCommentChange(moment, restored.author)
      },
    },
  }
}
