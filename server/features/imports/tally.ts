import type { ItemKind } from '#contract/media.ts'
import type { SkipReason } from '#contract/imports.ts'
import type { Heard } from '#server/providers/export.ts'
import { artistOfTopicChannel } from '#server/features/media/name-key.ts'
import { countWeek, weekOf, type Weeks } from './weeks.ts'

/** One thing and how often it was played. */
export type TalliedItem = {
  kind: ItemKind
  name: string
  by: string | null
  spotifyId: string | null
  youtubeId: string | null
  plays: number
  weeks: Weeks
  /** Saved, followed or subscribed. */
  kept: boolean
}

export type TallyResult = {
  items: TalliedItem[]
  plays: number
  kept: number
  /** Milliseconds since 1970. */
  from: number | null
  to: number | null
  skipped: { why: SkipReason; rows: number }[]
}

/** How many of each kind are kept, the most played first: beyond them is what was heard once. */
const MOST: Record<ItemKind, number> = { artist: 2_000, track: 5_000, channel: 2_000, video: 1_000 }
/** What was opened once or twice says nothing, unless it is also subscribed. A track that was played is music either way. */
const LEAST: Record<ItemKind, number> = { artist: 1, track: 1, channel: 3, video: 3 }
/** With more different things in memory than this, the least played half is let go. */
const ENTRIES = 80_000

/**
 * Counts what rows say, within fixed memory however many rows there are. Nothing but names, ids and counts by week is kept.
 * @param now plays later than this can't have happened: they count without a time
 */
export function createTally({ now, entries: limit = ENTRIES }: { now: number; entries?: number }) {
  const entries = new Map<string, TalliedItem>()
  const banned = new Set<string>()
  const skipped = new Map<SkipReason, number>()
  const sums = { plays: 0, kept: 0 }
  const span: { from: number | null; to: number | null } = { from: null, to: null }

  function entry(kind: ItemKind, name: string, by: string | null, id: string | null): TalliedItem {
    // Channels and videos go by their id: their names change, and are not told apart by them.
    const key = (kind === 'channel' || kind === 'video') && id !== null ? `${kind}\0${id}` : keyOf(kind, name, by)
    const known = entries.get(key)
    if (known) return known
    if (entries.size >= limit) prune(entries, limit / 2)
    const fresh: TalliedItem = { kind, name, by, spotifyId: null, youtubeId: null, plays: 0, weeks: [], kept: false }
    entries.set(key, fresh)
    return fresh
  }

  function count(one: TalliedItem, week: number, ids: { spotifyId?: string | null; youtubeId?: string | null }): void {
    one.plays++
    one.spotifyId ??= ids.spotifyId ?? null
    one.youtubeId ??= ids.youtubeId ?? null
    countWeek(one.weeks, week)
  }

  function weekAt(at: number | null): number {
    if (at === null || at > now) return 0
    span.from = Math.min(span.from ?? at, at)
    span.to = Math.max(span.to ?? at, at)
    return weekOf(at)
  }

  function addVideo({ name, youtubeId, channel, channelId, at }: Extract<Heard, { is: 'video' }>): void {
    const week = weekAt(at)
    const artist = artistOfTopicChannel(channel)
    if (artist === null) {
      count(entry('channel', channel, null, channelId), week, { youtubeId: channelId })
      count(entry('video', name, channel, youtubeId), week, { youtubeId })
    } else {
      count(entry('artist', artist, null, null), week, { youtubeId: channelId })
      count(entry('track', name, artist, null), week, { youtubeId })
    }
    sums.plays++
  }

  function keep({ kind, name, by, spotifyId, youtubeId }: Extract<Heard, { is: 'kept' }>): void {
    const artist = kind === 'channel' ? artistOfTopicChannel(name) : null
    const one = artist === null ? entry(kind, name, by, youtubeId) : entry('artist', artist, null, null)
    one.kept = true
    one.spotifyId ??= spotifyId
    one.youtubeId ??= youtubeId
    sums.kept++
  }

  return {
    add(heard: Heard): void {
      switch (heard.is) {
        case 'track': {
          const week = weekAt(heard.at)
          count(entry('artist', heard.artist, null, null), week, {})
          count(entry('track', heard.name, heard.artist, null), week, heard)
          sums.plays++
          return
        }
        case 'video':
          return addVideo(heard)
        case 'kept':
          return keep(heard)
        case 'banned':
          banned.add(keyOf(heard.kind, heard.name, heard.by))
          return
        case 'skipped':
          skipped.set(heard.why, (skipped.get(heard.why) ?? 0) + 1)
      }
    },

    result(): TallyResult {
      const bannedPlays = removeBanned(entries, banned)
      if (bannedPlays > 0) skipped.set('banned', bannedPlays)
      return {
        items: [...Map.groupBy(entries.values(), ({ kind }) => kind).values()].flatMap(best),
        plays: sums.plays - bannedPlays,
        kept: sums.kept,
        ...span,
        skipped: Array.from(skipped, ([why, rows]) => ({ why, rows })).toSorted((one, two) => two.rows - one.rows),
      }
    },
  }
}
export type Tally = ReturnType<typeof createTally>

const keyOf = (kind: ItemKind, name: string, by: string | null) => `${kind}\0${name.toLowerCase()}\0${by?.toLowerCase() ?? ''}`

/** Takes out what the person said no to; gives how many plays that were. */
function removeBanned(entries: Map<string, TalliedItem>, banned: ReadonlySet<string>): number {
  let plays = 0
  if (banned.size === 0) return plays
  for (const [key, { kind, name, by, plays: played }] of entries) {
    const isBanned = banned.has(keyOf(kind, name, by)) || (kind === 'track' && by !== null && banned.has(keyOf('artist', by, null)))
    if (!isBanned) continue
    entries.delete(key)
    if (kind === 'track') plays += played
  }
  return plays
}

function best(ofKind: readonly TalliedItem[]): TalliedItem[] {
  const kindOfAll = ofKind[0]?.kind
  if (!kindOfAll) return []
  return ofKind
    .filter(({ plays, kept, kind }) => kept || plays >= LEAST[kind])
    .toSorted((one, two) => two.plays - one.plays || Number(two.kept) - Number(one.kept))
    .slice(0, MOST[kindOfAll])
    .map((one) => ({ ...one, weeks: one.weeks.toSorted((first, second) => first - second) }))
}

/** Lets the least played go until at most `size` are left. What is kept by hand stays. */
function prune(entries: Map<string, TalliedItem>, size: number): void {
  const inOrder = [...entries].filter(([, one]) => !one.kept).toSorted(([, one], [, two]) => one.plays - two.plays)
  for (const [key] of inOrder.slice(0, Math.max(0, entries.size - size))) entries.delete(key)
}
