import type { Moment } from '#contract/moments.ts'
import { momentsOf, withPrepended, type FeedPage, type FeedPages } from '../moments.cache.ts'

/** Moments of the newest page that are missing in the feed and newer than its first. */
export function findNewMoments(newest: FeedPage, feed: FeedPages | undefined): Moment[] {
  const known = momentsOf(feed)
  const ids = new Set(known.map(({ id }) => id))
  const head = known[0]?.posted_at ?? ''
  return newest.moments.filter(({ id, posted_at: postedAt }) => !ids.has(id) && postedAt >= head)
}

/** Prepends the new moments where they connect to the loaded ones; with a gap the feed restarts. */
export function prependNew(feed: FeedPages, newest: FeedPage): FeedPages {
  const fresh = findNewMoments(newest, feed)
  if (fresh.length === newest.moments.length && newest.next !== null) return { pages: [newest], pageParams: [null] }
  return withPrepended(feed, ...fresh)
}
