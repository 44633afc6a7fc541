import { describe, expect, it } from 'vitest'
import { findNewMoments, momentsOf, prependNew, type FeedPages } from './moments.cache.ts'
import { aMoment } from './moments.test-world.ts'

/** The moment posted in that minute. */
const momentAt = (minute: number) => aMoment({ id: `m${minute}`, posted_at: `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z` })
const feed = (...minutes: number[]): FeedPages => ({ pages: [{ moments: minutes.map(momentAt), next: 'more' }], pageParams: [null] })
const ids = (pages: FeedPages) => momentsOf(pages).map(({ id }) => id)

describe('new moments of a feed', () => {
  it('are newer than its first moment and not in it yet', () => {
    const newest = { moments: [momentAt(6), momentAt(5), momentAt(4)], next: 'more' }
    expect(findNewMoments(newest, feed(5, 3)).map(({ id }) => id)).toEqual(['m6'])
    expect(findNewMoments(newest, feed(6, 5, 4))).toEqual([])
    expect(findNewMoments(newest, feed()).length).toBe(3)
  })

  it('are inserted above the loaded ones', () => {
    expect(ids(prependNew(feed(4, 3), { moments: [momentAt(6), momentAt(5), momentAt(4)], next: 'more' }))).toEqual([
      'm6',
      'm5',
      'm4',
      'm3',
    ])
  })

  it('replace the feed when they leave a gap to the loaded ones', () => {
    expect(ids(prependNew(feed(2, 1), { moments: [momentAt(6), momentAt(5), momentAt(4)], next: 'more' }))).toEqual(['m6', 'm5', 'm4'])
    expect(ids(prependNew(feed(2), { moments: [momentAt(6), momentAt(5)], next: null }))).toEqual(['m6', 'm5', 'm2'])
  })
})
