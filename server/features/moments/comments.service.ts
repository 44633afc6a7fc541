import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { MomentComment } from '#contract/moments.ts'
import { visibleText } from '#contract/base/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createCommentStore } from './comments.store.ts'
import { decodeTimeCursor, encodeTimeCursor, pageOf } from '#server/platform/page-cursor.ts'
import type { MomentDeps } from './moments.deps.ts'
import { presentComment } from './moments.present.ts'
import { createLiveUpdates } from './moments.live.ts'
import { createVisibility } from './moments.visibility.ts'
import { createMentions } from './moments.mentions.ts'
import { createMomentStore, type ViewerFilter } from './moments.store.ts'
import type { StoredComment, ViewedComment } from './moments.types.ts'

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
  post(
    viewer: Uid,
    momentId: string,
    comment: { id?: string | undefined; text: string; reply_to?: string | undefined },
  ): Promise<MomentComment>
  /** Likes a comment, or removes the like. @throws AppError 'not_found' for a comment that the viewer may not see. */
  like(viewer: Uid, momentId: string, id: string, on: boolean): Promise<MomentComment>
  /** Deletes the viewer's comment, or any comment on the viewer's moment. @throws AppError 'not_found' for others. */
  remove(viewer: Uid, momentId: string, id: string): Promise<void>
}

const COMMENTS = { limit: 60, windowMs: 10 * 60_000 }

export function createComments(deps: Omit<MomentDeps, 'pictures' | 'prefetchCard' | 'platformIds' | 'isSuspended'>): Comments {
  const { db, bus, clock, events, newId, profiles } = deps
  const store = createCommentStore(db)
  const { sendCommentChange } = createLiveUpdates(deps)
  const { getVisible, findVisible } = createVisibility({ ...deps, store: createMomentStore(db) })
  const mentions = createMentions({ ...deps, findVisible })
  const commentLimit = createRateLimit({ clock, ...COMMENTS, shared: bus && { bus, name: 'comments' } })

  async function present(filter: ViewerFilter, comments: readonly ViewedComment[], ofMoment: Uid): Promise<MomentComment[]> {
    const { viewer } = filter
    const repliedTo = await store.authorsOf([...new Set(comments.flatMap(({ replyTo }) => replyTo ?? []))])
    const [cards, mentioned] = await Promise.all([
      profiles.cards([...new Set([...comments.map(({ author }) => author), ...repliedTo.values()])]),
      mentions.findInTexts(
        viewer,
        comments.map(({ text }) => text),
      ),
    ])
    return comments.flatMap((comment, index) => {
      const author = cards.get(comment.author)
      if (!author) return []
      const replied = repliedTo.get(comment.replyTo ?? '')
      const card = replied === undefined || filter.hiddenOrMuted.has(replied) ? undefined : cards.get(replied)
      const context = { author, viewer, ofMoment, mentions: mentioned[index] ?? [] }
      return [presentComment(comment, { ...context, repliedTo: card && comment.replyTo ? { id: comment.replyTo, author: card } : null })]
    })
  }

  async function presentOne(filter: ViewerFilter, id: string, ofMoment: Uid): Promise<MomentComment> {
    const comment = await store.findViewed(filter, id)
    const [presented] = comment ? await present(filter, [comment], ofMoment) : []
    if (!presented) throw new AppError('not_found', { comment: id })
    return presented
  }

  /** A comment of this moment whose author the viewer sees. @throws AppError 'not_found' */
  async function requireFound(filter: ViewerFilter, momentId: string, id: string): Promise<StoredComment> {
    const comment = await store.find(id)
    if (comment?.momentId !== momentId || filter.hidden.has(comment.author)) throw new AppError('not_found', { comment: id })
    return comment
  }

  return {
    async list(viewer, momentId, { cursor, limit = limits.pageSize.default }) {
      const { moment, filter } = await getVisible(viewer, momentId)
      const found = await store.page(momentId, filter, decodeTimeCursor(cursor), limit + 1)
      const { shown, next } = pageOf(found, limit, ({ id, postedAt }) => encodeTimeCursor({ id, at: postedAt }))
      return { comments: await present(filter, shown, moment.author), next }
    },

    async post(viewer, momentId, { id = newId(), text, reply_to: replyTo }) {
      const { moment, filter } = await getVisible(viewer, momentId)
      const replied = replyTo === undefined ? null : await requireFound(filter, momentId, replyTo)
      const content = visibleText(storable(text, 'text'))
      if (!content) throw new AppError('blank_content')
      commentLimit.assert(viewer)
      const comment: StoredComment = { id, momentId, author: viewer, text: content, postedAt: clock.now(), replyTo: replied?.id ?? null }
      if (!(await store.insert(comment))) {
        const existing = await store.find(id)
        if (existing?.author !== viewer || existing.momentId !== momentId)
          throw new AppError('not_found', { moment: momentId, comment: id })
        return presentOne(filter, id, moment.author)
      }
      const repliedAuthor = replied && replied.author !== viewer ? replied.author : null
      if (repliedAuthor !== null) events.publish({ kind: 'comment.replied', by: viewer, author: repliedAuthor, momentId, commentId: id })
      // One comment causes one notification.
      if (moment.author !== viewer && moment.author !== repliedAuthor)
        events.publish({ kind: 'moment.commented', by: viewer, author: moment.author, momentId, commentId: id })
      await mentions.publish(viewer, content, momentId, id, [moment.author, ...(repliedAuthor === null ? [] : [repliedAuthor])])
      await sendCommentChange(moment, viewer, id)
      return presentOne(filter, id, moment.author)
    },

    async like(viewer, momentId, id, on) {
      const { moment, filter } = await getVisible(viewer, momentId)
      const { author } = await requireFound(filter, momentId, id)
      const isChanged = await (on ? store.like(viewer, id, clock.now()) : store.unlike(viewer, id))
      if (isChanged && author !== viewer)
        events.publish({ kind: on ? 'comment.liked' : 'comment.unliked', by: viewer, author, momentId, commentId: id })
      if (isChanged) await sendCommentChange(moment, viewer, id)
      return presentOne(filter, id, moment.author)
    },

    async remove(viewer, momentId, id) {
      const { moment } = await getVisible(viewer, momentId)
      const comment = await store.find(id)
      const mayDelete = comment?.author === viewer || moment.author === viewer
      if (!comment || comment.momentId !== momentId || !mayDelete) throw new AppError('not_found', { comment: id })
      if (!(await store.remove(id))) return
      events.publish({ kind: 'content.removed', of: 'comment', id })
      await sendCommentChange(moment, comment.author, id)
    },
  }
}
