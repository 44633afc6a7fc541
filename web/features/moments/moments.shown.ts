/* Merges pending moments into the server's data at render time. The cache only contains confirmed data, so a rollback only removes the
   pending entry. */
import type { Moment } from '#contract/moments.ts'
import type { Feed } from './moments.api.ts'
import type { FeedOf } from './moments.cache.ts'
import { usePendingMoments, type PendingMoment } from './moments.pending.ts'

/** A feed with the viewer's pending posts and edits. */
export function useShownFeed(feed: Feed, of: FeedOf): Feed {
  const outgoing = usePendingMoments((state) => state.all)
  return feed.status === 'ready' ? { ...feed, moments: withPending(feed.moments, outgoing, of) } : feed
}

/** One moment with the viewer's pending edit. */
export function useShownMoment(moment: Moment): Moment {
  return withPendingEdit(
    moment,
    usePendingMoments((state) => state.all),
  )
}

export function usePendingState(id: string): PendingMoment | undefined {
  return usePendingMoments((state) => state.all.find((change) => change.moment.id === id && change.state !== 'rejected'))
}

/** Posts appear at the top of their author's feeds, edits in place; rejected ones are hidden. */
export function withPending(moments: readonly Moment[], outgoing: readonly PendingMoment[], of: FeedOf): readonly Moment[] {
  const pending = outgoing.filter(({ state }) => state !== 'rejected')
  if (pending.length === 0) return moments
  const ids = new Set(moments.map(({ id }) => id))
  const posted = pending
    .filter(({ kind, moment }) => kind === 'post' && !ids.has(moment.id) && isOf(of, moment))
    .map((change) => change.moment)
  return [...posted.toReversed(), ...moments.map((moment) => withPendingEdit(moment, pending))]
}

function isOf(of: FeedOf, { author }: Moment): boolean {
  if ('uid' in of) return of.uid === author.uid
  return 'tab' in of && of.tab === 'buddies'
}

function withPendingEdit(moment: Moment, outgoing: readonly PendingMoment[]): Moment {
  const edit = outgoing.find((change) => change.kind === 'edit' && change.state !== 'rejected' && change.moment.id === moment.id)
  if (!edit) return moment
  const { text, link, audience, edited_at: editedAt } = edit.moment
  return { ...moment, text, link, audience, edited_at: editedAt }
}
