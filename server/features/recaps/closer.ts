import type { Uid } from '#contract/base/ids.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Genre, Topic } from '#contract/taste/print.ts'
import type { CloserBuddy } from '#contract/taste/recaps.ts'
import type { Print } from '#contract/taste/taste.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { OTHER_MUSIC, OTHER_VIDEO } from '#server/features/matching/index/taste-vector.ts'
import { dateOfDay, mondayOf, type Day } from '#server/platform/local-day.ts'
import { lastFullWeek, WEEK_DAYS } from './local-week.ts'
import { barsByPart, type ItemCount } from './range.ts'
import type { RecapsStore } from './recaps.store.ts'

export type CloserDeps = {
  store: Pick<RecapsStore, 'matches'>
  cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
  /** The match of each of these buddies that shows it to the viewer. */
  percents(viewer: Uid, buddies: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
  /** The taste that a user shows their buddies. */
  shownTaste(uid: Uid): Promise<ShownTaste>
}

const CLOSER = 6

/** Buddies whose match with the viewer moved, and why. */
export function createCloser({ store, cards, percents, shownTaste }: CloserDeps) {
  return {
    /** Matches are stored for weeks: the first is from the Sunday before the period or, if there is none, the earliest within. */
    async moved(viewer: Uid, { from, to }: { from: Day; to: Day }, buddies: readonly Uid[]): Promise<Moved[]> {
      const stored = await store.matches(viewer, dateOfDay(mondayOf(from) - WEEK_DAYS), dateOfDay(lastFullWeek(to)))
      const changed = new Map(stored.flatMap((buddy) => (buddy.before === buddy.now ? [] : [[buddy.other, buddy]])))
      // A match that a buddy hides today is not shown from the past either.
      const shown = await percents(
        viewer,
        buddies.filter((uid) => changed.has(uid)),
      )
      const people = await cards([...shown.keys()])
      return buddies
        .flatMap((uid) => {
          const [person, match] = [shown.has(uid) ? people.get(uid) : undefined, changed.get(uid)]
          return person && match ? [{ person, before: match.before, now: match.now }] : []
        })
        .toSorted((a, b) => b.now - b.before - (a.now - a.before))
        .slice(0, CLOSER)
    },

    /** @param items the items that the evidence refers to */
    async explain(
      all: readonly Moved[],
      evidence: Omit<ReasonEvidence, 'brought'>,
      brought: ReadonlyMap<Uid, ItemId[]>,
      items: ReadonlyMap<ItemId, Item>,
    ) {
      return Promise.all(
        all.map(async (buddy): Promise<CloserBuddy> => {
          const { uid } = buddy.person
          const reason = closerReason(buddy, { ...evidence, brought: brought.get(uid) ?? [] }, await shownTaste(uid))
          if (!reason || !('itemId' in reason)) return { ...buddy, why: reason }
          const item = items.get(reason.itemId)
          return { ...buddy, why: item ? { kind: reason.kind, item } : null }
        }),
      )
    },
  }
}

type Moved = Omit<CloserBuddy, 'why'>

// Why the match with a buddy moved, as pure functions of the viewer's own plays and of what the buddy shows them.

/**
 * An item that the buddy brought, an item that is new to the viewer and that the buddy loves, or a bar that the viewer played more or less.
 */
export type CloserReason = { kind: 'brought' | 'found'; itemId: ItemId } | { kind: 'more' | 'less'; bar: number }

/** The taste that a buddy shows the viewer. */
export type ShownTaste = { loves: ReadonlySet<ItemId>; print: Print }

/** A bar that moved by a smaller part of all plays is not significant. */
const MIN_MOVE = 0.05
/** A lower bar of the buddy doesn't explain a change of the match. */
const HIGH_BAR = 0.3

type ReasonEvidence = {
  /** Items that the buddy brought, and artists and channels that are new to the viewer; the most played first. */
  brought: readonly ItemId[]
  fresh: readonly ItemId[]
  /** The gain or loss of each bar as a part of all plays. Null if no earlier time is compared. */
  moves: readonly number[] | null
}

/** The clearest reason, or null if the viewer's own plays don't explain the move. */
export function closerReason(
  { before, now }: { before: number; now: number },
  evidence: ReasonEvidence,
  { loves, print }: ShownTaste,
): CloserReason | null {
  const isCloser = now > before
  if (isCloser) {
    const [brought, found] = [evidence.brought[0], evidence.fresh.find((itemId) => loves.has(itemId))]
    if (brought !== undefined) return { kind: 'brought', itemId: brought }
    if (found !== undefined) return { kind: 'found', itemId: found }
  }
  const [highest] = (evidence.moves ?? [])
    .map((move, bar) => ({ bar, move: isCloser ? move : -move }))
    .filter(({ bar, move }) => move >= MIN_MOVE && (print[bar] ?? 0) >= HIGH_BAR && bar !== OTHER_MUSIC && bar !== OTHER_VIDEO)
    .toSorted((a, b) => b.move - a.move || a.bar - b.bar)
  return highest ? { kind: isCloser ? 'more' : 'less', bar: highest.bar } : null
}

/** The gain or loss of each bar as a part of the plays of all bars, against the time before; null without plays in one of the two. */
export function barMoves(items: readonly ItemCount[], barsOf: (itemId: ItemId) => readonly (Genre | Topic)[]): number[] | null {
  const sides = items.map((item) => ({ ...item, byPart: [item.before, item.plays] }))
  const [before = [], now = []] = barsByPart(sides, 2, barsOf)
  const [sumBefore, sumNow] = [sumOf(before), sumOf(now)]
  if (sumBefore === 0 || sumNow === 0) return null
  return now.map((plays, bar) => plays / sumNow - (before[bar] ?? 0) / sumBefore)
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** The items that each buddy brought, in the order of these items. */
export function broughtByBuddy(items: readonly ItemCount[], by: (itemId: ItemId) => Uid | undefined): Map<Uid, ItemId[]> {
  const found = new Map<Uid, ItemId[]>()
  for (const { itemId } of items) {
    const uid = by(itemId)
    if (uid !== undefined) found.set(uid, [...(found.get(uid) ?? []), itemId])
  }
  return found
}
