import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MatchInFull, MatchPart, SharedItem, WorldSize } from '#contract/taste/taste.ts'
import { oneIn } from './match.messages.ts'
import { reasonsOf, weightingOf } from './why.ts'

const artist = (id: string, contribution: number, followers: number | null): SharedItem => ({
  item: { id, kind: 'artist', name: id, by: null, spotify_id: null, youtube_id: null },
  contribution,
  here: null,
  world: followers === null ? null : { count: followers, unit: 'followers' },
})
const part = (name: MatchPart['part'], points: number, shared = 1): MatchPart => ({ part: name, points, shared })
function reasons(parts: MatchPart[], shared: SharedItem[] = []) {
  const match: MatchInFull['match'] = {
    is_hidden: false,
    percent: parts.reduce((sum, { points }) => sum + points, 0),
    music_percent: 50,
    video_percent: 50,
    based_on: { artists: 9, channels: 9 },
    shared_artists: shared.length,
    shared_channels: 0,
    shared_items: 2,
    only_listeners: false,
    rarest: null,
    shared,
  }
  return reasonsOf({ match, parts })
}
const brief = (found: ReturnType<typeof reasons>) => found.map(({ kind, shared, points }) => `${shared} ${kind} +${points}`)

it('music and video are weighted by where the total lies between them', () => {
  expect(weightingOf({ percent: 71, music: 76, video: 59 })).toEqual({ kind: 'weighted', music: 70 })
  expect(weightingOf({ percent: 60, music: 40, video: 80 })).toEqual({ kind: 'weighted', music: 50 })
  expect(weightingOf({ percent: 61, music: 60, video: 63 })).toEqual({ kind: 'alike' })
  expect(weightingOf({ percent: 61, music: 61, video: null })).toEqual({ kind: 'music-only' })
  expect(weightingOf({ percent: 61, music: null, video: 61 })).toEqual({ kind: 'video-only' })
})

it('the strongest reason comes first, parts without points are left out, and hits come last', () => {
  const shared = [artist('rare', 0.2, 90_000), artist('unknown', 0.1, 100_000), artist('hit', 0.3, 90_000_000)]
  expect(brief(reasons([part('genres', 9), part('artists', 30, 3), part('channels', 4, 2), part('topics', 0)], shared))).toEqual([
    '2 rare-artists +15',
    '1 genres +9',
    '2 channels +4',
    '1 hits +15',
  ])
})

it('calls artists little known only when that is true of each', () => {
  expect(brief(reasons([part('artists', 10, 2)], [artist('rare', 0.1, 90_000), artist('unknown', 0.1, null)]))).toEqual(['2 artists +10'])
})

it('artists are not split when only some of them are listed', () => {
  expect(brief(reasons([part('artists', 10, 200)], [artist('hit', 0.1, 90_000_000)]))).toEqual(['200 artists +10'])
})

it('there are at most five reasons, and their points add up to the percentage', () => {
  const names = ['artists', 'tracks', 'genres', 'channels', 'topics', 'listeners'] as const
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 6, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 400_000_000 }), { maxLength: 5 }),
      (points, followers) => {
        const shared = followers.map((count, index) => artist(`artist ${index}`, (index + 1) / 20, count))
        const parts = names.map((name, index) => part(name, points[index] ?? 0, name === 'artists' ? shared.length : 1))
        const found = reasons(parts, shared)
        expect(found.length).toBeLessThanOrEqual(5)
        expect(found.reduce((sum, reason) => sum + reason.points, 0)).toBe(points.reduce((sum, point) => sum + point, 0))
        expect(found.every((reason) => reason.points > 0)).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

it('rare means rare in the world, and needs a public source', () => {
  const oneInOf = (count: number, unit: WorldSize['unit']) => oneIn({ world: { count, unit } })
  expect([oneInOf(250_000, 'followers'), oneInOf(16_667, 'listeners'), oneInOf(20, 'listenbrainz_listeners')]).toEqual([
    2_400, 2_400, 2_500,
  ])
  expect([oneInOf(600_001, 'followers'), oneInOf(0, 'subscribers'), oneIn({ world: null })]).toEqual([null, null, null])
})
