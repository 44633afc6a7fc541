import type { ItemKind } from '#contract/media.ts'
import type { SkipReason } from '#contract/imports.ts'
import type { ExportRow } from '#server/providers/export.ts'
import { artistOfTopicChannel } from '#server/features/media/name-key.ts'
import { countWeek, weekOf, type Weeks } from './weeks.ts'

/** An item and its plays. */
export type TalliedItem = {
  kind: ItemKind
  name: string
  by: string | null
  spotifyId: string | null
  youtubeId: string | null
  plays: number
  weeks: Weeks
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

/** Items stored of each kind, the most played first. */
const MAX_ITEMS: Record<ItemKind, number> = { artist: 2_000, track: 5_000, channel: 2_000, video: 1_000 }
/** Minimum plays of an item that is not saved. Any played track counts. */
const MIN_PLAYS: Record<ItemKind, number> = { artist: 1, track: 1, channel: 3, video: 3 }
/** Above this many items in memory, the least played half is dropped. */
const MAX_ENTRIES = 80_000

/**
 * Counts plays in bounded memory. Stores only names, ids and counts by week.
 * @param now later plays count without a time
 */
export function createTally({ now, entries: limit = MAX_ENTRIES }: { now: number; entries?: number }) {
  const entries = new Map<string, TalliedItem>()
  const banned = new Set<string>()
  const skipped = new Map<SkipReason, number>()
  const totals = { plays: 0, kept: 0 }
  const period: { from: number | null; to: number | null } = { from: null, to: null }

  function entry(kind: ItemKind, name: string, by: string | null, id: string | null): TalliedItem {
    // Channels and videos are identified by id: their names change and aren't unique.
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
    period.from = Math.min(period.from ?? at, at)
    period.to = Math.max(period.to ?? at, at)
    return weekOf(at)
  }

  function addVideo({ name, youtubeId, channel, channelId, at }: Extract<ExportRow, { is: 'video' }>): void {
    const week = weekAt(at)
    const artist = artistOfTopicChannel(channel)
    if (artist === null) {
      count(entry('channel', channel, null, channelId), week, { youtubeId: channelId })
      count(entry('video', name, channel, youtubeId), week, { youtubeId })
    } else {
      count(entry('artist', artist, null, null), week, { youtubeId: channelId })
      count(entry('track', name, artist, null), week, { youtubeId })
    }
    totals.plays++
  }

  function addSaved({ kind, name, by, spotifyId, youtubeId }: Extract<ExportRow, { is: 'saved' }>): void {
    const artist = kind === 'channel' ? artistOfTopicChannel(name) : null
    const one = artist === null ? entry(kind, name, by, youtubeId) : entry('artist', artist, null, null)
    one.kept = true
    one.spotifyId ??= spotifyId
    one.youtubeId ??= youtubeId
    totals.kept++
  }

  return {
    add(row: ExportRow): void {
      switch (row.is) {
        case 'track': {
          const week = weekAt(row.at)
          count(entry('artist', row.artist, null, null), week, {})
          count(entry('track', row.name, row.artist, null), week, row)
          totals.plays++
          return
        }
        case 'video':
          return addVideo(row)
        case 'saved':
          return addSaved(row)
        case 'banned':
          banned.add(keyOf(row.kind, row.name, row.by))
          return
        case 'skipped':
          skipped.set(row.why, (skipped.get(row.why) ?? 0) + 1)
      }
    },

    result(): TallyResult {
      const bannedPlays = removeBanned(entries, banned)
      if (bannedPlays > 0) skipped.set('banned', bannedPlays)
      return {
        items: [...Map.groupBy(entries.values(), ({ kind }) => kind).values()].flatMap(best),
        plays: totals.plays - bannedPlays,
        kept: totals.kept,
        ...period,
        skipped: Array.from(skipped, ([why, rows]) => ({ why, rows })).toSorted((one, two) => two.rows - one.rows),
      }
    },
  }
}
export type Tally = ReturnType<typeof createTally>

const keyOf = (kind: ItemKind, name: string, by: string | null) => `${kind}\0${name.toLowerCase()}\0${by?.toLowerCase() ?? ''}`

/** Deletes banned items and returns the number of their plays. */
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
    .filter(({ plays, kept, kind }) => kept || plays >= MIN_PLAYS[kind])
    .toSorted((one, two) => two.plays - one.plays || Number(two.kept) - Number(one.kept))
    .slice(0, MAX_ITEMS[kindOfAll])
    .map((one) => ({ ...one, weeks: one.weeks.toSorted((first, second) => first - second) }))
}

/** Drops the least played items until `size` are left. Saved items stay. */
function prune(entries: Map<string, TalliedItem>, size: number): void {
  const inOrder = [...entries].filter(([, one]) => !one.kept).toSorted(([, one], [, two]) => one.plays - two.plays)
  for (const [key] of inOrder.slice(0, Math.max(0, entries.size - size))) entries.delete(key)
}
