/* Feeds as the cache holds them: pages of moments. These functions change them in place, so that nothing is read again and
   moved under the eyes of whoever reads. Untouched pages keep their identity. */
import type { InfiniteData } from '@tanstack/react-query'
import { momentCalls, type Moment } from '#contract/moments.ts'
import type { Uid } from '#contract/ids.ts'
import type { Answer } from '#web/platform/api-client.ts'
import { callKey } from '#web/platform/query.ts'

export type FeedPage = Answer<typeof momentCalls.getFeed>
export type FeedPages = InfiniteData<FeedPage, string | null>

/** Where the cache keeps the feed of everybody close (null), or of one person. */
export function feedKey(uid: Uid | null): readonly unknown[] {
  return [...callKey(momentCalls.getFeed, { query: uid === null ? {} : { uid } }), 'pages']
}

/** Where all feeds are. */
export const everyFeedKey = callKey(momentCalls.getFeed)

export function momentsOf(feed: { pages: readonly FeedPage[] } | undefined): Moment[] {
  return feed?.pages.flatMap((page) => page.moments) ?? []
}

/** The same feed with one moment changed, wherever it stands. */
export function withChanged(feed: FeedPages, id: string, change: (moment: Moment) => Moment): FeedPages {
  return mapPages(feed, (moments) =>
    moments.some((moment) => moment.id === id) ? moments.map((moment) => (moment.id === id ? change(moment) : moment)) : moments,
  )
}

/** The same feed with a new moment at its head. */
export function withFirst(feed: FeedPages, moment: Moment): FeedPages {
  const [first, ...rest] = withoutMoment(feed, moment.id).pages
  return first ? { ...feed, pages: [{ ...first, moments: [moment, ...first.moments] }, ...rest] } : feed
}

/** The same feed without a moment. */
export function withoutMoment(feed: FeedPages, id: string): FeedPages {
  return mapPages(feed, (moments) => (moments.some((moment) => moment.id === id) ? moments.filter((moment) => moment.id !== id) : moments))
}

function mapPages(feed: FeedPages, change: (moments: Moment[]) => Moment[]): FeedPages {
  const pages = feed.pages.map((page) => {
    const moments = change(page.moments)
    return moments === page.moments ? page : { ...page, moments }
  })
  return pages.every((page, at) => page === feed.pages[at]) ? feed : { ...feed, pages }
}
