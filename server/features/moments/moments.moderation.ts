import type { Uid } from '#contract/base/ids.ts'
import { momentFrames } from '#contract/moments.ts'
import { createCommentStore } from './comments.store.ts'
import type { MomentDeps } from './moments.deps.ts'
import { createReaders } from './moments.readers.ts'
import { createSight } from './moments.sight.ts'
import { createMomentStore } from './moments.store.ts'

/** What a report is about, as the reporter met it. */
export type Evidence = { author: Uid; text: string; pictures: string[] }

/** What moderation may do with one kind of content: read what a reporter saw, and take it down. */
export type Moderated = {
  /** What the viewer reports; null when they can't see such a thing. */
  evidence(viewer: Uid, id: string): Promise<Evidence | null>
  /** Nobody is shown it any more; twice is harmless. */
  hide(id: string): Promise<void>
}

type Deps = Pick<MomentDeps, 'db' | 'clock' | 'facts' | 'hub' | 'connections' | 'pictures' | 'wavelength'>

/** The doors of moments and their comments for moderation. */
export function createMomentModeration(deps: Deps): { moments: Moderated; comments: Moderated } {
  const { db, clock, facts, connections, pictures } = deps
  const { tell: tellReaders, tellOfComment } = createReaders(deps)
  const store = createMomentStore(db)
  const comments = createCommentStore(db)
  const { ifSeen } = createSight({ store, connections })

  return {
    moments: {
      async evidence(viewer, id) {
        const found = await ifSeen(viewer, id)
        if (!found) return null
        const attached = (await pictures.ofMany('moment', [id])).get(id) ?? []
        return { author: found.moment.author, text: found.moment.text, pictures: attached.map((picture) => picture.id) }
      },
      async hide(id) {
        const taken = await store.takeDown(id, clock.now())
        if (!taken) return
        facts.tell({ kind: 'content.removed', of: 'moment', id })
        await tellReaders(taken, momentFrames.moment_gone, { id })
      },
    },
    comments: {
      async evidence(viewer, id) {
        const comment = await comments.find(id)
        const found = comment && (await ifSeen(viewer, comment.momentId))
        if (!found || found.looker.hidden.has(comment.author)) return null
        return { author: comment.author, text: comment.text, pictures: [] }
      },
      async hide(id) {
        const taken = await comments.takeDown(id, clock.now())
        if (!taken) return
        facts.tell({ kind: 'content.removed', of: 'comment', id })
        const moment = await store.posted(taken.momentId)
        if (moment) await tellOfComment(moment, taken.author)
      },
    },
  }
}
