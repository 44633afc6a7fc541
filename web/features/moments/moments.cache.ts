/* Feeds in the query cache: pages of moments. These functions change them in place, without a refetch that would move the page.
   Unchanged pages keep their identity. */
import type { InfiniteData } from '@tanstack/react-query'
import { momentCalls, type FeedTab, type Moment } from '#contract/moments.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { CallOutput } from '#web/platform/api-client.ts'
import { withoutQuoted } from './moments.quotes.ts'
import { callKey, queryClient } from '#web/platform/query.ts'

export type FeedPage = CallOutput<typeof momentCalls.getFeed>
export type FeedPages = InfiniteData<FeedPage, string | null>

/** A feed: a tab of the home feed, one person's (the user's own also as a persona, `as`), or about an item of the catalog. */
export type FeedOf = { tab: FeedTab } | { uid: Uid; as?: string } | { item: string }
export const buddiesFeed: FeedOf = { tab: 'buddies' }

export function feedQuery(of: FeedOf): { uid?: Uid; item?: string; tab?: FeedTab; as?: string } {
  if ('item' in of) return of
  if ('uid' in of) return of.as === undefined ? { uid: of.uid } : { uid: of.uid, as: of.as }
  return of.tab === 'buddies' ? {} : { tab: of.tab }
}

export function feedKey(of: FeedOf): readonly unknown[] {
  return [...callKey(momentCalls.getFeed, { query: feedQuery(of) }), 'pages']
}

const momentKey = (id: string): readonly unknown[] => callKey(momentCalls.getMoment, { params: { id } })

const everyFeedKey = callKey(momentCalls.getFeed)

export function momentsOf(feed: { pages: readonly FeedPage[] } | undefined): Moment[] {
  return feed?.pages.flatMap((page) => page.moments) ?? []
}

function withChanged(feed: FeedPages, id: string, change: (moment: Moment) => Moment): FeedPages {
  return mapPages(feed, (moments) =>
    moments.some((moment) => moment.id === id) ? moments.map((moment) => (moment.id === id ? change(moment) : moment)) : moments,
  )
}

/** The feed with new moments at its top. */
export function withPrepended(feed: FeedPages, ...moments: readonly Moment[]): FeedPages {
  const clean = moments.reduce((now, { id }) => withoutMoment(now, id), feed)
  const [first, ...rest] = clean.pages
  return first ? { ...feed, pages: [{ ...first, moments: [...moments, ...first.moments] }, ...rest] } : feed
}

function withoutMoment(feed: FeedPages, id: string): FeedPages {
  return mapPages(feed, (moments) => (moments.some((moment) => moment.id === id) ? moments.filter((moment) => moment.id !== id) : moments))
}

function mapPages(feed: FeedPages, change: (moments: Moment[]) => Moment[]): FeedPages {
  const pages = feed.pages.map((page) => {
    const moments = change(page.moments)
    return moments === page.moments ? page : { ...page, moments }
  })
  return pages.every((page, index) => page === feed.pages[index]) ? feed : { ...feed, pages }
}

const changes = new Map<string, number>()
/** The number of changes made here to that moment. A response that was requested before the latest change is out of date. */
export const changesOf = (id: string): number => changes.get(id) ?? 0

/** Changes a moment wherever the cache has it. */
export function changeEverywhere(id: string, change: (moment: Moment) => Moment): void {
  changes.set(id, changesOf(id) + 1)
  queryClient.setQueriesData<FeedPages>({ queryKey: everyFeedKey }, (feed) => feed && withChanged(feed, id, change))
  queryClient.setQueryData<Moment>(momentKey(id), (moment) => moment && change(moment))
}

/** Removes a deleted moment from those that quote it. */
export function changeQuoting(id: string): void {
  queryClient.setQueriesData<FeedPages>(
    { queryKey: everyFeedKey },
    (feed) =>
      feed &&
      mapPages(feed, (moments) =>
        moments.some(({ quoted }) => quoted?.id === id) ? moments.map((moment) => withoutQuoted(moment, id)) : moments,
      ),
  )
}

export const isKnown = (id: string): boolean => copiesOf(id).length > 0

/** Whether the cache says that the viewer has hidden a moment. */
export const isHidden = (id: string): boolean => copiesOf(id).some(({ hidden }) => hidden)

/** A moment wherever the cache has it. */
function copiesOf(id: string): Moment[] {
  const single = queryClient.getQueryData<Moment>(momentKey(id))
  const feeds = queryClient.getQueriesData<FeedPages>({ queryKey: everyFeedKey })
  return [...(single ? [single] : []), ...feeds.flatMap(([, feed]) => momentsOf(feed).filter((moment) => moment.id === id))]
}

export function refetchSingle(id: string): void {
  void queryClient.invalidateQueries({ queryKey: momentKey(id) })
}

export function removeEverywhere(id: string): void {
  queryClient.setQueriesData<FeedPages>({ queryKey: everyFeedKey }, (feed) => feed && withoutMoment(feed, id))
}

/** Seeds a single moment from a feed's data; it is refetched. */
export function seedFromFeeds(id: string): void {
  if (queryClient.getQueryData(momentKey(id))) return
  for (const [, feed] of queryClient.getQueriesData<FeedPages>({ queryKey: everyFeedKey })) {
    const moment = momentsOf(feed).find((entry) => entry.id === id)
    if (moment) {
      queryClient.setQueryData<Moment>(momentKey(id), moment, { updatedAt: 0 })
      return
    }
  }
}

/** Moments of the newest page that are missing in the feed and newer than its first. */
export function findNewMoments(newest: FeedPage, feed: FeedPages | undefined): Moment[] {
  const cached = momentsOf(feed)
  const ids = new Set(cached.map(({ id }) => id))
  const head = cached[0]?.posted_at ?? ''
  return newest.moments.filter(({ id, posted_at: postedAt }) => !ids.has(id) && postedAt >= head)
}

/** Prepends the new moments where they connect to the loaded ones; with a gap the feed restarts. */
export function prependNew(feed: FeedPages, newest: FeedPage): FeedPages {
  const fresh = findNewMoments(newest, feed)
  if (fresh.length === newest.moments.length && newest.next !== null) return { pages: [newest], pageParams: [null] }
  return withPrepended(feed, ...fresh)
}
