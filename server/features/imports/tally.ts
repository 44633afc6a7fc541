import type { ItemKind } from '#contract/media.ts'
import type { SkipReason } from '#contract/imports.ts'
import type { ExportRow } from '#server/providers/export.ts'
import { artistOfTopicChannel } from '#server/features/media/name-key.ts'
import { mergeTimes, minuteOf, packPlay, splitPlays, withoutTime, type Play, type Plays } from '#server/features/sources/play-times.ts'

export type TalliedItem = Plays & {
  kind: ItemKind
  name: string
  by: string | null
  spotifyId: string | null
  youtubeId: string | null
  isrc: string | null
  durationMs: number | null
  plays: number
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

/** `times` are all plays of earlier files, sorted, and `fresh` those of the current file. */
type Entry = Omit<TalliedItem, 'plays' | 'days'> & { fresh: Play[] }

const MINUTE_MS = 60_000

/** Items stored per kind, the most played first. */
const MAX_ITEMS: Record<ItemKind, number> = { artist: 2_000, track: 5_000, channel: 2_000, video: 1_000 }
/** Minimum plays of an item that is not saved. Any played track counts. */
const MIN_PLAYS: Record<ItemKind, number> = { artist: 1, track: 1, channel: 3, video: 3 }
/** Items played in the last weeks of the files that are stored in addition. */
const MAX_RECENT_ITEMS = 1_000
const RECENT_MINUTES = 56 * 24 * 60
/** Files with this precision contain only the local day, as midnight in UTC. */
const DAY_ONLY_MINUTES = 24 * 60
/** Above this many items in memory, the least played half is dropped. */
const MAX_ENTRIES = 80_000

/**
 * Counts plays in bounded memory. A play that several files contain counts once: `endFile` merges plays of the same item
 * at about the same time. Plays of one file are never merged with each other.
 * @param now later plays count without a time
 */
export function createTally({ now, entries: limit = MAX_ENTRIES }: { now: number; entries?: number }) {
  const entries = new Map<string, Entry>()
  const banned = new Set<string>()
  const skipped = new Map<SkipReason, number>()
  const totals = { plays: 0, kept: 0 }
  let precision = 0
  const period: { from: number | null; to: number | null } = { from: null, to: null }

  const entry = (kind: ItemKind, name: string, by: string | null, id: string | null) => entryOf(entries, limit, { kind, name, by, id })

  function minuteAt(time: number | null): number {
    if (time === null || time > now) return 0
    period.from = Math.min(period.from ?? time, time)
    period.to = Math.max(period.to ?? time, time)
    return Math.floor(time / MINUTE_MS)
  }

  function skip(why: SkipReason, rows: number): void {
    skipped.set(why, (skipped.get(why) ?? 0) + rows)
  }

  function addVideo({ name, youtubeId, channel, channelId, at }: Extract<ExportRow, { type: 'video' }>): void {
    const play = packPlay(minuteAt(at), 0)
    const artist = artistOfTopicChannel(channel)
    if (artist === null) {
      count(entry('channel', channel, null, channelId), play, { youtubeId: channelId })
      count(entry('video', name, channel, youtubeId), play, { youtubeId })
    } else {
      count(entry('artist', artist, null, null), play, { youtubeId: channelId })
      count(entry('track', name, artist, null), play, { youtubeId })
    }
    totals.plays++
  }

  function addSaved({ kind, name, by, spotifyId, youtubeId }: Extract<ExportRow, { type: 'saved' }>): void {
    const artist = kind === 'channel' ? artistOfTopicChannel(name) : null
    const counted = artist === null ? entry(kind, name, by, youtubeId) : entry('artist', artist, null, null)
    if (!counted.kept) totals.kept++
    counted.kept = true
    counted.spotifyId ??= spotifyId
    counted.youtubeId ??= youtubeId
  }

  return {
    add(row: ExportRow): void {
      switch (row.type) {
        case 'track': {
          const play = packPlay(minuteAt(row.at), row.seconds ?? 0)
          count(entry('artist', row.artist, null, null), play, {})
          count(entry('track', row.name, row.artist, null), play, row)
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
          skip(row.why, 1)
      }
    },

    /** Ends a file whose times are exact to `precisionMs`, and merges its plays with those of the files before. */
    endFile(precisionMs: number): void {
      const minutes = Math.ceil(precisionMs / MINUTE_MS)
      precision = Math.max(precision, minutes)
      let duplicates = 0
      for (const current of entries.values()) {
        if (current.fresh.length === 0) continue
        const before = current.times.length + current.fresh.length
        current.times = mergeTimes(
          current.times,
          (minutes >= DAY_ONLY_MINUTES ? current.fresh.map(withoutTime) : current.fresh).toSorted((first, second) => first - second),
          precision,
        )
        current.fresh = []
        if (current.kind === 'track' || current.kind === 'video') duplicates += before - current.times.length
      }
      totals.plays -= duplicates
      if (duplicates > 0) skip('duplicate', duplicates)
    },

    /** The counts of all ended files. */
    result(): TallyResult {
      const bannedPlays = removeBanned(entries, banned)
      if (bannedPlays > 0) skipped.set('banned', bannedPlays)
      return {
        items: [...Map.groupBy(entries.values(), ({ kind }) => kind).values()].flatMap(best).map(talliedOf),
        plays: totals.plays - bannedPlays,
        kept: totals.kept,
        ...period,
        skipped: Array.from(skipped, ([why, rows]) => ({ why, rows })).toSorted((a, b) => b.rows - a.rows),
      }
    },
  }
}
export type Tally = ReturnType<typeof createTally>

/** The entry of an item, created on the first play. */
function entryOf(
  entries: Map<string, Entry>,
  limit: number,
  { kind, name, by, id }: Pick<Entry, 'kind' | 'name' | 'by'> & { id: string | null },
): Entry {
  // Channels and videos are identified by id: their names change and aren't unique.
  const key = (kind === 'channel' || kind === 'video') && id !== null ? `${kind}\0${id}` : keyOf(kind, name, by)
  const existing = entries.get(key)
  if (existing) return existing
  if (entries.size >= limit) prune(entries, limit / 2)
  const created: Entry = {
    kind,
    name,
    by,
    spotifyId: null,
    youtubeId: null,
    isrc: null,
    durationMs: null,
    times: [],
    fresh: [],
    kept: false,
  }
  entries.set(key, created)
  return created
}

function count(
  entry: Entry,
  play: Play,
  row: Pick<Partial<Entry>, 'spotifyId' | 'youtubeId'> & { isrc?: string; durationMs?: number | null },
): void {
  entry.spotifyId ??= row.spotifyId ?? null
  entry.youtubeId ??= row.youtubeId ?? null
  entry.isrc ??= row.isrc ?? null
  entry.durationMs ??= row.durationMs ?? null
  entry.fresh.push(play)
}

const keyOf = (kind: ItemKind, name: string, by: string | null) => `${kind}\0${name.toLowerCase()}\0${by?.toLowerCase() ?? ''}`

function removeBanned(entries: Map<string, Entry>, banned: ReadonlySet<string>): number {
  let plays = 0
  if (banned.size === 0) return plays
  for (const [key, { kind, name, by, times }] of entries) {
    const isBanned = banned.has(keyOf(kind, name, by)) || (kind === 'track' && by !== null && banned.has(keyOf('artist', by, null)))
    if (!isBanned) continue
    entries.delete(key)
    if (kind === 'track') plays += times.length
  }
  return plays
}

/** The most played items, and those played lately. */
function best(ofKind: readonly Entry[]): Entry[] {
  const kindOfAll = ofKind[0]?.kind
  if (!kindOfAll) return []
  const inOrder = ofKind
    .filter(({ times, kept, kind }) => kept || times.length >= MIN_PLAYS[kind])
    .toSorted((a, b) => b.times.length - a.times.length || Number(b.kept) - Number(a.kept))
  const lastMinute = ({ times }: Entry) => minuteOf(times.at(-1) ?? 0)
  const recent = inOrder.reduce((last, item) => Math.max(last, lastMinute(item)), 0) - RECENT_MINUTES
  const rest = inOrder.slice(MAX_ITEMS[kindOfAll]).filter((item) => lastMinute(item) > recent)
  return [...inOrder.slice(0, MAX_ITEMS[kindOfAll]), ...rest.slice(0, MAX_RECENT_ITEMS)]
}

const talliedOf = ({ kind, name, by, spotifyId, youtubeId, isrc, durationMs, kept, times }: Entry): TalliedItem => ({
  kind,
  name,
  by,
  spotifyId,
  youtubeId,
  isrc,
  durationMs,
  kept,
  plays: times.length,
  ...splitPlays(times),
})

/** Drops the least played items until `size` are left. Saved items stay. */
function prune(entries: Map<string, Entry>, size: number): void {
  const playsOf = ({ times, fresh }: Entry) => times.length + fresh.length
  const inOrder = [...entries].filter(([, one]) => !one.kept).toSorted(([, one], [, two]) => playsOf(one) - playsOf(two))
  for (const [key] of inOrder.slice(0, Math.max(0, entries.size - size))) entries.delete(key)
}
