import type { Moment } from '#contract/moments.ts'
import { momentsOf, withFirst, type FeedPage, type FeedPages } from '../moments.cache.ts'

/** Those of the newest page that the feed does not have, and that are newer than its first. */
export function newIn(newest: FeedPage, feed: FeedPages | undefined): Moment[] {
  const known = momentsOf(feed)
  const ids = new Set(known.map(({ id }) => id))
  const head = known[0]?.posted_at ?? ''
  return newest.moments.filter(({ id, posted_at: postedAt }) => !ids.has(id) && postedAt >= head)
}

/** Where the new ones reach down to what was read they are put before it; where a gap is left the feed begins anew. */
export function withNew(feed: FeedPages, newest: FeedPage): FeedPages {
  const fresh = newIn(newest, feed)
  if (fresh.length === newest.moments.length && newest.next !== null) return { pages: [newest], pageParams: [null] }
  return withFirst(feed, ...fresh)
}
