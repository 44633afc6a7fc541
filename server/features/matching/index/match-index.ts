import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { MatchFilter, Print } from '#contract/taste/taste.ts'
import type { ItemAttributes } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { type Midpoints } from '../calibration.ts'
import { createUserEmbeddings } from './user-embeddings.ts'
import { createCandidateSearch, type CandidateSearch } from './candidates.ts'
import { canBeNamed, itemOf, KINDS, LEVELS, levelOf, rowsToTaste, weightOf } from './index-rows.ts'
import type { Closeness, IndexedRow } from './index-rows.ts'
import { rankOf } from '../score.ts'
import {
  createCore,
  createMidpoints,
  createRarities,
  hasRows,
  listUsers,
  NO_ID,
  putRows,
  remove,
  tasteAt,
  type Core,
} from './index-core.ts'
import { createCharts } from './charts.ts'
import { pairOf, pairTotals, type Couple, type PairMatch, type PairTotal } from './pairs.ts'
import type { View } from './row-lists.ts'
import { amountOf, createItemSuggestions } from './item-suggestions.ts'
import { CHANNEL, COMPARED, TRACK, type Rarity, type Taste } from './taste-vector.ts'
import { type Items } from './index-rows.ts'
import { inferredOf, type PrintItem, printOf, sharesBar } from '../taste-print.ts'

// An inverted index in memory: for each item the users who love it. A ranking reads only the lists of the viewer's items.
// The store is the source of truth; live-index.ts fills the index from it. All data is in typed arrays: a million users
// with fifty items each take about 600 MB (bench/match.ts).

/** An item that a user loves, if a viewer may see it. */
export type LovedItem = { itemId: ItemId; kind: ItemKind; weight: number; bars: readonly number[]; isInferred: boolean }

/** `near`: the user's own artist or channel with the most weight for it. */
export type SuggestedItem = { loved: LovedItem; score: number; near: ItemId }
/** `users`: how many the suggestions come from. */
export type SuggestedItems = { users: number; items: SuggestedItem[] }

/** `score`: 0 to 1, the order of the list; see `rankOf`. */
export type Ranked = { uid: Uid; score: number }

export type RankQuery = {
  filter: MatchFilter
  exclude?: readonly Uid[]
  /** Users in the first window even if many are closer. They are not excluded. */
  include?: readonly Uid[]
  limit?: number
  /** Page of a large crowd, from 0: each window has the next closest users. */
  window?: number
}

/** The users of one window; `total` counts all windows. */
export type Ranking = { people: Ranked[]; total: number; isLast: boolean }

/** Items that a user may love. */
export type RequestedItems = { uid: Uid; ids: readonly ItemId[] }

export type MatchIndex = ReturnType<typeof createMatchIndex>

/** Items that the crowd suggests: more would take long to reach the other thread. */
const MAX_SUGGESTED = 500

export function createMatchIndex() {
  const core = createCore()
  const { items, users, rows, holders } = core
  const rarity = createRarities(core)
  const midpoints = createMidpoints(core, rarity)
  const { embeddings, suggestions, charts, candidates } = createModels(core, rarity, midpoints)

  return {
    /** Returns those of `ids` that are not in the index yet; `register` them before writing rows with them. */
    unknown: (ids: readonly ItemId[]): ItemId[] => [...new Set(ids)].filter((id) => items.find(id) === undefined),

    register(attributes: readonly ItemAttributes[]): void {
      for (const item of attributes) items.register(item)
    },

    /**
     * Replaces a user's rows. Rows with items that are not registered are left out.
     * @param matchShownTo who may see how well they match this user, and find them by it
     */
    put(uid: Uid, given: readonly IndexedRow[], matchShownTo: Audience = 'everyone'): void {
      const changed = putRows(core, uid, given, matchShownTo)
      if (changed === null) return
      candidates.update(changed)
      embeddings.forget(changed)
    },

    remove: (uid: Uid): void => remove(core, uid),

    /** Removes all users. Registered items stay. */
    clear(): void {
      for (const user of listUsers(core)) remove(core, users.id(user))
    },

    /** Counts users with rows. */
    size: (): number => core.size,

    uids: (): Uid[] => listUsers(core).map((user) => users.id(user)),

    /** Counts users who let everyone see that they love this item. */
    holders: (itemId: ItemId): number => holders.length(items.find(itemId) ?? NO_ID),
    /** Users who let everyone see that they love this item, and how much. */
    listHolders: (itemId: ItemId): { uid: Uid; weight: number }[] => listHolders(core, itemId),
    /** Users who let everyone see that they love this item, in no particular order. */
    lovers: (itemId: ItemId, limit: number): Uid[] => lovers(core, itemId, limit),
    raritiesOf: (ids: readonly ItemId[]): number[] => ids.map((id) => rarity(items.find(id) ?? NO_ID)),

    /** The most popular items of each kind, here and in the world; in no particular order. */
    charts: (): ItemId[] => [...charts()].map((item) => items.id(item)),

    /** A user's items that a viewer of this closeness may see: each once, the highest weight first. */
    lovedItems: (uid: Uid, closeness: Closeness, limit?: number): LovedItem[] => lovedItems(core, uid, closeness, limit),
    /** Filters each user's requested items to those shown at this closeness, in no particular order. Reads far less than `lovedItems`. */
    lovedAmong: (request: readonly RequestedItems[], closeness: Closeness): LovedItem[][] =>
      request.map((user) => lovedAmong(core, user, closeness)),
    /** Items that the taste of all users suggests for this user; empty in a small crowd. @see createItemSuggestions */
    suggestItems: (uid: Uid, rarityExponent: number): SuggestedItems => suggestItems(core, suggestions, uid, rarityExponent),
    print: (uid: Uid, closeness: Closeness): Print => printOf(printItems(core, uid, closeness)),
    /** The inferred bars of that print. */
    inferred: (uid: Uid, closeness: Closeness): number[] => inferredOf(printItems(core, uid, closeness)),

    /**
     * Compares two users item by item. An item counts when its owner lets it count and either shows it to the other or lets
     * it count silently. Both get the same score; only items that both may see are listed.
     */
    pair: (a: Uid, b: Uid, closeness: 'everyone' | 'buddies'): PairMatch =>
      pairOf(core, rarity, midpoints(), embeddings.ofTaste, a, b, LEVELS[closeness]),

    /** The totals of many pairs, as in `pair`. Each user is read once, so that all members of a group can be compared. */
    pairTotals: (couples: readonly Couple[]): PairTotal[] => pairTotals(core, rarity, midpoints(), embeddings.ofTaste, couples),

    /**
     * Ranks users by what they show to everyone, the closest first. A small crowd is ranked completely (users without
     * anything in common score 0 and are left out of filtered lists). A large crowd is ranked window by window, among those
     * who share something.
     */
    rank: (uid: Uid, query: RankQuery): Ranking => rank(core, candidates, uid, query),

    /** Runs one training step of the embeddings and item suggestions, if due. @returns whether another step follows */
    train: (): boolean => embeddings.train() || suggestions.train(),

    /** Size of the typed arrays. */
    bytes: (): number => rows.bytes() + holders.bytes() + embeddings.bytes() + suggestions.bytes(),
  }
}

/** The models that the index trains from its rows, and the search in it. */
function createModels(core: Core, rarity: Rarity, midpoints: () => Midpoints) {
  const { items, users, rows, holders } = core
  const embeddings = createUserEmbeddings({
    tasteOf: (user) => tasteAt(core, user, LEVELS.everyone),
    listUsers: () => listUsers(core),
    changes: () => core.version,
  })
  const suggestions = createItemSuggestions({
    tasteOf: (user) => namedTasteOf(core, user),
    listUsers: () => listUsers(core),
    changes: () => core.version,
    holders: (item) => holders.length(item),
    rarity,
    isReason: (near, item) => isReason(core, near, item),
  })
  const charts = createCharts({
    items,
    holders: (item) => holders.length(item),
    changes: () => core.version,
    crowdSize: () => core.size,
  })
  const candidates = createCandidateSearch({
    users,
    rows,
    holders,
    items,
    rarity,
    midpoints,
    tasteAt: (user, level) => tasteAt(core, user, level),
    embeddingOf: embeddings.embeddingOf,
    matchLevel: (user) => core.matchLevels[user] ?? 0,
  })
  return { embeddings, suggestions, charts, candidates }
}

function rank(
  core: Core,
  candidates: CandidateSearch,
  uid: Uid,
  { filter, exclude = [], include = [], limit = Number.POSITIVE_INFINITY, window = 0 }: RankQuery,
): Ranking {
  const { users } = core
  const viewer = users.find(uid)
  if (viewer === undefined || !hasRows(core, viewer)) return { people: [], total: 0, isLast: true }
  const excluded = new Set([viewer, ...exclude.map((other) => users.find(other) ?? NO_ID)])
  const included = include.flatMap((other) => users.find(other) ?? [])
  const found = candidates.find(viewer, { filter, excluded, included, crowdSize: core.size, window })
  const ranked = found.members
    .map(({ user, score }): Ranked => ({ uid: users.id(user), score: rankOf(score, filter) }))
    .filter(({ score }) => score > 0 || filter === 'all')
    .toSorted(byScore)
  return { people: ranked.slice(0, limit), total: found.total - (found.members.length - ranked.length), isLast: found.isLast }
}

function listHolders({ users, items, holders }: Core, itemId: ItemId): { uid: Uid; weight: number }[] {
  return holders.views(items.find(itemId) ?? NO_ID).flatMap(({ numbers, strengths, from, to }) =>
    Array.from({ length: to - from }, (_, index) => ({
      uid: users.id(numbers[from + index] ?? 0),
      weight: weightOf(strengths[from + index] ?? 0),
    })),
  )
}

const lovedItem = (items: Items, item: number, weight: number): LovedItem => ({
  itemId: items.id(item),
  ...printItem(items, item, weight),
})

/** Omits the id, which is the slowest part to create. */
const printItem = (items: Items, item: number, weight: number) => ({
  kind: KINDS[items.kindOf(item)] ?? 'video',
  weight,
  bars: items.barsOf(item),
  isInferred: items.isInferred(item),
})

/** The items that a user shows to everyone. Empty for a user who hides their match: they are not used for recommendations. */
function namedTasteOf({ rows, items, matchLevels }: Core, user: number): Taste {
  const own = rows.view(user)
  const to = matchLevels[user] === LEVELS.everyone ? own.to : own.from
  return rowsToTaste({ ...own, to }, LEVELS.everyone, items, canBeNamed)
}

/** Artists are a reason for music and channels for videos, if they share a genre or topic. */
function isReason({ items }: Core, near: number, item: number): boolean {
  const [kind, other] = [items.kindOf(near), items.kindOf(item)]
  return kind !== TRACK && (kind === CHANNEL) === (other === CHANNEL) && sharesBar(items.barsOf(near), items.barsOf(item))
}

const printItems = (core: Core, uid: Uid, closeness: Closeness): PrintItem[] =>
  [...strengthsOf(core, uid, closeness)].map(([item, strength]) => printItem(core.items, item, weightOf(strength)))

function suggestItems(
  { users, rows, items }: Core,
  suggestions: ReturnType<typeof createItemSuggestions>,
  uid: Uid,
  rarityExponent: number,
): SuggestedItems {
  const view = rows.view(users.find(uid) ?? NO_ID)
  const own = new Map<number, number>()
  for (let index = view.from; index < view.to; index++) {
    const item = itemOf(view.numbers[index] ?? 0)
    const kind = items.kindOf(item)
    if (kind < COMPARED.length) own.set(item, Math.max(own.get(item) ?? 0, amountOf(weightOf(view.strengths[index] ?? 0), kind)))
  }
  const found = suggestions
    .suggest(own, rarityExponent)
    .toSorted((a, b) => b.score - a.score || a.item - b.item)
    .slice(0, MAX_SUGGESTED)
    .map(({ item, score, near }) => ({ loved: lovedItem(items, item, 0), score, near: items.id(near) }))
  return { users: suggestions.users(), items: found }
}

/** The strength of each item that a user shows at this closeness. */
function strengthsOf({ users, rows }: Core, uid: Uid, closeness: Closeness, only?: ReadonlySet<number>): Map<number, number> {
  const own = rows.view(users.find(uid) ?? NO_ID)
  const strongest = new Map<number, number>()
  for (let index = own.from; index < own.to; index++) {
    const word = own.numbers[index] ?? 0
    const [item, strength] = [itemOf(word), own.strengths[index] ?? 0]
    if (levelOf(word) > LEVELS[closeness] || only?.has(item) === false) continue
    strongest.set(item, Math.max(strength, strongest.get(item) ?? 0))
  }
  return strongest
}

function lovedAmong(core: Core, { uid, ids }: RequestedItems, closeness: Closeness): LovedItem[] {
  const numbers = new Set(ids.map((id) => core.items.find(id) ?? NO_ID))
  return [...strengthsOf(core, uid, closeness, numbers)].map(([item, strength]) => lovedItem(core.items, item, weightOf(strength)))
}

function lovedItems(core: Core, uid: Uid, closeness: Closeness, limit = Number.POSITIVE_INFINITY): LovedItem[] {
  return [...strengthsOf(core, uid, closeness)]
    .map(([item, strength]) => lovedItem(core.items, item, weightOf(strength)))
    .toSorted((a, b) => b.weight - a.weight || (a.itemId < b.itemId ? -1 : 1))
    .slice(0, limit)
}

function showsToEveryone({ numbers, from, to }: View, item: number): boolean {
  for (let index = from; index < to; index++)
    if (itemOf(numbers[index] ?? 0) === item && levelOf(numbers[index] ?? 0) <= LEVELS.everyone) return true
  return false
}

function lovers({ users, rows, items, holders }: Core, itemId: ItemId, limit: number): Uid[] {
  const item = items.find(itemId) ?? NO_ID
  const found: Uid[] = []
  for (const view of holders.views(item)) {
    for (let index = view.from; index < view.to && found.length < limit; index++) {
      const user = view.numbers[index] ?? NO_ID
      // Holders include users who let it count silently.
      if (showsToEveryone(rows.view(user), item)) found.push(users.id(user))
    }
  }
  return found
}

const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || (a.uid < b.uid ? -1 : 1)
