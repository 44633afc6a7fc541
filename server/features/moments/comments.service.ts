import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { MomentComment } from '#contract/moments.ts'
import { visibleText } from '#contract/base/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createCommentStore } from './comments.store.ts'
import { pageOf, decodeCursor } from './moments.cursor.ts'
import type { MomentDeps } from './moments.deps.ts'
import { presentComment } from './moments.present.ts'
import { createLiveUpdates } from './moments.live.ts'
import { createVisibility } from './moments.visibility.ts'
import { createMomentStore } from './moments.store.ts'
import type { StoredComment } from './moments.types.ts'

export type Comments = {
  /**
   * Comments of a moment, the oldest first, without those of muted people and people hidden by a block.
   * @throws AppError 'not_found' for a moment the viewer may not see, 'invalid_input' for an invalid cursor.
   */
  list(
    viewer: Uid,
    momentId: string,
    page: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ comments: MomentComment[]; next: string | null }>
  /** Comments on a moment; a repeated `id` returns the existing comment. @throws AppError 'not_found', 'blank_content', 'rate_limited'. */
  post(viewer: Uid, momentId: string, comment: { id?: string | undefined; text: string }): Promise<MomentComment>
  /** Deletes an own comment, or any comment on an own moment. @throws AppError 'not_found' for others. */
  remove(viewer: Uid, momentId: string, id: string): Promise<void>
}

const COMMENTS = { limit: 60, windowMs: 10 * 60_000 }

export function createComments(deps: Omit<MomentDeps, 'pictures' | 'prefetchCard' | 'platformIds' | 'isSuspended'>): Comments {
  const { db, bus, clock, facts, newId, profiles, connections } = deps
  const store = createCommentStore(db)
  const { sendCommentChange } = createLiveUpdates(deps)
  const { getVisible } = createVisibility({ store: createMomentStore(db), connections })
  const commentLimit = createRateLimit({ clock, ...COMMENTS, shared: bus && { bus, name: 'comments' } })

  async function presentOne(viewer: Uid, comment: StoredComment, ofMoment: Uid): Promise<MomentComment> {
    const author = (await profiles.cards([comment.author])).get(comment.author)
    if (!author) throw new AppError('not_found', { comment: comment.id })
    return presentComment(comment, author, viewer, ofMoment)
  }

  return {
    async list(viewer, momentId, { cursor, limit = limits.pageSize.default }) {
      const { moment, filter } = await getVisible(viewer, momentId)
      const found = await store.page(momentId, filter.hiddenOrMuted, decodeCursor(cursor), limit + 1)
      const { shown, next } = pageOf(found, limit, (comment) => comment)
      const cards = await profiles.cards([...new Set(shown.map(({ author }) => author))])
      const comments = shown.flatMap((comment) => {
        const author = cards.get(comment.author)
        return author ? [presentComment(comment, author, viewer, moment.author)] : []
      })
      return { comments, next }
    },

    async post(viewer, momentId, { id = newId(), text }) {
      const { moment } = await getVisible(viewer, momentId)
      const content = visibleText(storable(text, 'text'))
      if (!content) throw new AppError('blank_content')
      commentLimit.assert(viewer)
      const comment: StoredComment = { id, momentId, author: viewer, text: content, postedAt: clock.now() }
      if (!(await store.insert(comment))) {
        const existing = await store.find(id)
        if (existing?.author !== viewer || existing.momentId !== momentId)
          throw new AppError('not_found', { moment: momentId, comment: id })
        return presentOne(viewer, existing, moment.author)
      }
      if (moment.author !== viewer) facts.publish({ kind: 'moment.commented', by: viewer, author: moment.author, momentId, commentId: id })
      await sendCommentChange(moment, viewer)
      return presentOne(viewer, comment, moment.author)
    },

    async remove(viewer, momentId, id) {
      const { moment } = await getVisible(viewer, momentId)
      const comment = await store.find(id)
      const mayDelete = comment?.author === viewer || moment.author === viewer
      if (!comment || comment.momentId !== momentId || !mayDelete) throw new AppError('not_found', { comment: id })
      if (!(await store.remove(id))) return
      facts.publish({ kind: 'content.removed', of: 'comment', id })
      await sendCommentChange(moment, comment.author)
    },
  }
}
