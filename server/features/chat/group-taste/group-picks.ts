import type { Uid } from '#contract/base/ids.ts'
import { medianDurations } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import { fitOf, type MixItem, type MixMember } from '#server/features/blends/mix.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { OTHER_MUSIC, OTHER_VIDEO } from '#server/features/matching/index/taste-vector.ts'

// Items that a group can play, as pure functions of what its members show each other.

/** `fits`: the number of members whom it fits, without their names. */
export type SafeItem = { id: ItemId; fits: number }
/** An item that only the member `by` knows. */
export type LessonItem = { id: ItemId; by: Uid }

const LESSONS = 24
const LESSONS_PER_MEMBER = 4
const MAX_PER_CREATOR = 2
/** How much longer than requested a queue may be. */
const TOLERANCE = 0.1
/** Assumed for a kind if none of its durations is known. */
const TYPICAL_MS = { track: 3.5 * 60_000, video: 10 * 60_000 }

/** The least number of members whom a safe item fits: all but one, and more than half. */
export const leastFits = (members: number): number => Math.max(members - 1, Math.floor(members / 2) + 1)

/**
 * Items that fit all members but at most one, that one of them loves, and that nobody dislikes; those that most members love come first.
 * @param disliked items, artists and channels
 */
export function safeItems(members: readonly MixMember[], items: readonly MixItem[], disliked: ReadonlySet<ItemId>): SafeItem[] {
  if (members.length < 2) return []
  const rated = items.flatMap((item) => {
    if (disliked.has(item.id) || disliked.has(item.creator)) return []
    const fits = members.flatMap((member) => fitOf(member, item) ?? [])
    const loves = fits.filter(({ why }) => typeof why === 'string').length
    if (fits.length < leastFits(members.length) || loves === 0) return []
    return [{ item, fits: fits.length, loves, amount: fits.reduce((sum, { amount }) => sum + amount, 0) }]
  })
  const sorted = rated.toSorted((a, b) => b.loves - a.loves || b.fits - a.fits || b.amount - a.amount || (a.item.id < b.item.id ? -1 : 1))
  return perCreator(sorted, ({ item }) => item.creator).map(({ item, fits }) => ({ id: item.id, fits }))
}

/**
 * Fills `minutes` with items in their order; those that would make it too long are left out. An item without a known duration counts like the
 * median of its kind.
 * @param all the items from which the medians are computed
 */
export function fillMinutes(items: readonly Item[], minutes: number, all: readonly Item[]): Item[] {
  const medians = medianDurations(all)
  const durationOf = ({ kind, duration_ms: ms }: Item) => ms ?? medians.get(kind) ?? TYPICAL_MS[kind === 'video' ? kind : 'track']
  let leftMs = minutes * 60_000 * (1 + TOLERANCE)
  const fitting = items.filter((item) => {
    const ms = durationOf(item)
    if (ms > leftMs) return false
    leftMs -= ms
    return true
  })
  return fitting.slice(0, limits.safeQueue.items.max)
}

/** How many items have each genre or topic, the most frequent first. Genres and topics of fewer than `least` items are left out. */
export function moodsOf(items: readonly MixItem[], least: number): { bar: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const { bars } of items) for (const bar of new Set(bars)) counts.set(bar, (counts.get(bar) ?? 0) + 1)
  return [...counts]
    .filter(([bar, count]) => count >= least && bar !== OTHER_MUSIC && bar !== OTHER_VIDEO)
    .map(([bar, count]) => ({ bar, count }))
    .toSorted((a, b) => b.count - a.count || a.bar - b.bar)
}

/** Items that one member loves and no other knows, nor their artist or channel: the most loved of each member, in turns. */
export function lessons(members: readonly MixMember[], items: readonly MixItem[], disliked: ReadonlySet<ItemId>): LessonItem[] {
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const sorted = members.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
  const knows = ({ loves, creators }: MixMember, { id, creator }: MixItem) => loves.has(id) || creators.has(creator)
  const creatorsOf = new Map(
    sorted.map((member) => [member.uid, new Set([...member.loves.keys()].flatMap((id) => itemsById.get(id)?.creator ?? []))]),
  )
  const rows = sorted.map((member) => {
    const own = [...member.loves]
      .toSorted(([a, one], [b, two]) => two - one || (a < b ? -1 : 1))
      .flatMap(([id]) => itemsById.get(id) ?? [])
      .filter((item) => !disliked.has(item.id) && !disliked.has(item.creator))
      .filter((item) => sorted.every((other) => other === member || !(knows(other, item) || creatorsOf.get(other.uid)?.has(item.creator))))
    return perCreator(own, ({ creator }) => creator, 1)
      .slice(0, LESSONS_PER_MEMBER)
      .map(({ id }): LessonItem => ({ id, by: member.uid }))
  })
  return Array.from({ length: LESSONS_PER_MEMBER }, (_, turn) => rows.flatMap((row) => row[turn] ?? []))
    .flat()
    .slice(0, LESSONS)
}

/** The item that the viewer loves most together with each of these members while no other member loves it. Artists and channels count, too. */
export function itemsOnlyTwoLove(members: readonly MixMember[], viewer: Uid, rarityOf: (id: ItemId) => number): Map<Uid, ItemId> {
  const lovesOf = (member: MixMember) => new Map([...member.creators, ...member.loves])
  const all = members.map((member) => ({ uid: member.uid, loves: lovesOf(member) }))
  const mine = all.find(({ uid }) => uid === viewer)?.loves
  const found = new Map<Uid, ItemId>()
  if (!mine) return found
  for (const { uid, loves } of all) {
    if (uid === viewer) continue
    const shared = [...loves]
      .filter(([id]) => mine.has(id) && all.every((other) => other.uid === uid || other.uid === viewer || !other.loves.has(id)))
      .map(([id, weight]) => ({ id, worth: Math.sqrt(weight * (mine.get(id) ?? 0)) * rarityOf(id) }))
      .toSorted((a, b) => b.worth - a.worth || (a.id < b.id ? -1 : 1))[0]
    if (shared) found.set(uid, shared.id)
  }
  return found
}

/** Keeps the first items of each artist or channel. */
function perCreator<T>(items: readonly T[], creatorOf: (item: T) => string, max = MAX_PER_CREATOR): T[] {
  const counts = new Map<string, number>()
  return items.filter((item) => {
    const creator = creatorOf(item)
    const count = (counts.get(creator) ?? 0) + 1
    counts.set(creator, count)
    return count <= max
  })
}
