import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { Midpoints } from '../calibration.ts'
import { compare, type Comparison } from '../score.ts'
import { NO_ID, tasteAt, type Core } from './index-core.ts'
import { isSilent, itemOf, KINDS, LEVELS, levelOf } from './index-rows.ts'
import { measure, type Embedding, type Rarity, type Taste } from './taste-vector.ts'

/* Comparisons of two users in the index. */

export type PairMatch = Omit<Comparison, 'shared'> & {
  /** Only items that each lets the other see. */
  shared: { itemId: ItemId; kind: ItemKind; amount: number; holders: number; rarity: number }[]
  counts: { one: Taste['counts']; other: Taste['counts'] }
  /** Users in the index. */
  users: number
  /** One of them has silently counting rows: the percentage is shown in coarse steps. */
  isCoarse: boolean
  /** One of them hides how well others match them. */
  isHidden: boolean
}

/** Two users to be compared. */
export type Couple = readonly [one: Uid, other: Uid, closeness: 'everyone' | 'buddies']
export type PairTotal = Pick<PairMatch, 'total' | 'isCoarse' | 'isHidden'>

export function pairOf(
  core: Core,
  rarity: Rarity,
  midpoints: Midpoints,
  embeddingOf: (taste: Taste) => Embedding | null,
  a: Uid,
  b: Uid,
  level: number,
): PairMatch {
  const { items, holders, size } = core
  const [mine, theirs] = [sideOf(core, rarity, embeddingOf, a, level), sideOf(core, rarity, embeddingOf, b, level)]
  const { shared, ...score } = compare(mine.taste, theirs.taste, { rarity, midpoints }, mine.measure, theirs.measure)
  const [mineShown, theirsShown] = [shownItems(core, mine.user, level), shownItems(core, theirs.user, level)]
  return {
    ...score,
    shared: shared
      .filter(({ item }) => mineShown.has(item) && theirsShown.has(item))
      .map(({ item, amount }) => ({
        itemId: items.id(item),
        kind: KINDS[items.kindOf(item)] ?? 'video',
        amount,
        holders: holders.length(item),
        rarity: rarity(item),
      })),
    counts: { one: mine.taste.counts, other: theirs.taste.counts },
    users: size,
    isCoarse: mine.isCoarse || theirs.isCoarse,
    isHidden: mine.isHidden || theirs.isHidden,
  }
}

export function pairTotals(
  core: Core,
  rarity: Rarity,
  midpoints: Midpoints,
  embeddingOf: (taste: Taste) => Embedding | null,
  couples: readonly Couple[],
): PairTotal[] {
  const sides = new Map<string, ReturnType<typeof sideOf>>()
  const side = (uid: Uid, level: number) => {
    const key = `${level} ${uid}`
    const found = sides.get(key) ?? sideOf(core, rarity, embeddingOf, uid, level)
    sides.set(key, found)
    return found
  }
  return couples.map(([one, other, closeness]) => {
    const [mine, theirs] = [side(one, LEVELS[closeness]), side(other, LEVELS[closeness])]
    const { total } = compare(mine.taste, theirs.taste, { rarity, midpoints }, mine.measure, theirs.measure)
    return { total, isCoarse: mine.isCoarse || theirs.isCoarse, isHidden: mine.isHidden || theirs.isHidden }
  })
}

/** The inputs of a comparison for one of the two. */
function sideOf(core: Core, rarity: Rarity, embeddingOf: (taste: Taste) => Embedding | null, uid: Uid, level: number) {
  const user = core.users.find(uid) ?? NO_ID
  const taste = tasteAt(core, user, level)
  return {
    user,
    taste,
    measure: measure(taste, rarity, embeddingOf(taste)),
    isCoarse: hasSilentRows(core, user),
    isHidden: (core.matchLevels[user] ?? 0) > level,
  }
}

function shownItems({ rows }: Core, user: number, level: number): Set<number> {
  const own = rows.view(user)
  const shown = new Set<number>()
  for (let index = own.from; index < own.to; index++)
    if (levelOf(own.numbers[index] ?? 0) <= level) shown.add(itemOf(own.numbers[index] ?? 0))
  return shown
}

function hasSilentRows({ rows }: Core, user: number): boolean {
  const { numbers, from, to } = rows.view(user)
  return numbers.subarray(from, to).some(isSilent)
}
