import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { MUSIC_BARS } from '#contract/taste/print.ts'
import type { Match, MatchCard, MatchFilter, MatchInFull, Print, Prints, SuggestedPerson } from '#contract/taste/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { MatchEngine } from './index/index-engine.ts'
import type { LovedItem } from './index/match-index.ts'
import type { PairMatch } from './index/pairs.ts'
import { pageAfter } from './match.rank.ts'
import {
  toCardMatch,
  itemsToPresent,
  MIN_SHOWN_HOLDERS,
  type ItemsOfMatch,
  presentMatch,
  presentParts,
  readCursor,
  windowStart,
  writeCursor,
  presentRecommendation,
  type Recommendation,
} from './match.present.ts'
import { shownPercent } from './shown-percent.ts'
import { createRanking } from './match.rank.ts'
import { rankOf } from './score.ts'
import { closenessOf, type TastePeople } from './taste-people.ts'
import type { TasteStore } from './taste.store.ts'
import { printOf } from './taste-print.ts'

export type MatchesDeps = {
  index: MatchEngine
  /** See `LiveIndex.ensureCurrent`. */
  ensureCurrent: (uid: Uid) => Promise<void>
  store: Pick<TasteStore, 'dismiss' | 'undismiss' | 'listDismissed'>
  media: Pick<Media, 'items' | 'sizes'>
  people: TastePeople
  mutedAmong: ContentMutes['mutedAmong']
  clock: Clock
  /** Two demo users whose match is public, or null outside a demo world. */
  example: () => Promise<readonly [Uid, Uid] | null>
}

type RankQuery = {
  filter: MatchFilter
  language?: string | undefined
  active?: 'yes' | undefined
  cursor?: string | undefined
  limit?: number | undefined
}
type Example = { left: PersonCard; right: PersonCard; match: Match; prints: Prints }

export type Matches = {
  /**
   * A page of users ranked by match; `total` is null where it would require reading all users. Buddies, blocked and
   * dismissed users are left out; users with a pending request stay.
   * @throws AppError 'invalid_input' for an invalid cursor
   */
  ranked(viewer: Uid, query: RankQuery): Promise<{ people: SuggestedPerson[]; total: number | null; next: string | null }>
  /**
   * The full match with one user.
   * @throws AppError 'not_found' for oneself, unknown users and if either user blocked the other, 'forbidden' when the user hides it
   */
  inFull(viewer: Uid, other: Uid): Promise<MatchInFull>
  /** Hides a user from the viewer's ranking. @throws AppError as `inFull` */
  dismiss(viewer: Uid, other: Uid): Promise<void>
  /** Undoes `dismiss`, even for deleted or hidden users. */
  undismiss(viewer: Uid, other: Uid): Promise<void>
  /** Lists dismissed users, the latest first, without blocked ones. */
  dismissed(viewer: Uid): Promise<PersonCard[]>
  /** The match for signed-out visitors; null without a demo world. */
  example(): Promise<Example | null>
}

/** Margin for users without rows; see `closerThan`. */
const UNRANKED_MARGIN = 100
const SHARED_ON_CARD = 6
const SHARED_IN_FULL = 100

type Context = MatchesDeps & { ranking: ReturnType<typeof createRanking> }

/** Matches of users: ranking, match pages and dismissals. */
export function createMatches(deps: MatchesDeps): Matches {
  const { store, people, clock } = deps
  const context: Context = { ...deps, ranking: createRanking(deps) }

  return {
    async ranked(viewer, { filter, language, active, cursor, limit = limits.pageSize.default }) {
      const after = cursor === undefined ? null : readCursor(cursor)
      if (cursor !== undefined && !after)
        throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This cursor is invalid.' }])
      const filters = { filter, language, isActive: active === 'yes' }
      const readWindow = (window: number) => context.ranking.suggestionsFor(viewer, { ...filters, window })
      const { people: page, total, next } = await pageAfter(after ?? windowStart(0), limit, readWindow)
      const bases = new Map(page.map(({ uid, basis }) => [uid, basis]))
      const shown = await cards(context, viewer, [...bases.keys()], filter)
      return {
        people: shown.map((card) => ({ ...card, basis: bases.get(card.person.uid) ?? 'taste' })),
        total,
        next: next && writeCursor(next),
      }
    },

    inFull: (viewer, other) => matchInFull(context, viewer, other),

    async dismiss(viewer, other) {
      await requireVisible(context, viewer, other)
      await store.dismiss(viewer, other, clock.now())
    },

    undismiss: (viewer, other) => store.undismiss(viewer, other),

    async dismissed(viewer) {
      const [uids, hidden] = await Promise.all([store.listDismissed(viewer), people.hiddenFrom(viewer)])
      const cardsById = await people.cards(uids)
      return uids.filter((uid) => !hidden.has(uid)).flatMap((uid) => cardsById.get(uid) ?? [])
    },

    example: () => exampleMatch(context),
  }
}

async function matchInFull(context: Context, viewer: Uid, other: Uid): Promise<MatchInFull> {
  const { index, people, mutedAmong, ensureCurrent } = context
  const relation = await requireVisible(context, viewer, other)
  if (!(await people.showsMatch(viewer, other))) throw new AppError('forbidden', { viewer, other, resource: 'match' })
  await Promise.all([ensureCurrent(viewer), ensureCurrent(other)])
  const [card] = await cards(context, viewer, [other])
  if (!card) throw new AppError('not_found', { other })
  const pair = await pairOf(context, viewer, other, relation)
  // Recommendations use what each shows the other; the viewer's own items are shown in full.
  const seen = closenessOf(relation)
  const [theirs, mine, mineShown] = await Promise.all([
    index.lovedItems(other, seen),
    index.lovedItems(viewer, 'self'),
    index.lovedItems(viewer, seen),
  ])
  const [rarities, muted] = await Promise.all([
    raritiesOf(context, [...theirs, ...mineShown]),
    mutedAmong(
      viewer,
      theirs.map(({ itemId }) => itemId),
    ),
  ])
  // A muted item keeps its rank among the other user's.
  const forMe = recommend(theirs, mine, rarities, muted)
  const forThem = recommend(mineShown, theirs, rarities)
  const presentable = await itemsOf(context, [...itemsToPresent(pair, SHARED_IN_FULL), ...forMe.map(idOf), ...forThem.map(idOf)])
  return {
    ...card,
    match: presentMatch(pair, presentable, SHARED_IN_FULL),
    parts: presentParts(pair, card.prints, MUSIC_BARS),
    closer_than: await closerThan(context, viewer, other, pair),
    you_would_like: forMe.flatMap((recommendation) => presentRecommendation(recommendation, presentable.items)),
    they_would_like: forThem.flatMap((recommendation) => presentRecommendation(recommendation, presentable.items)),
  }
}

async function exampleMatch(context: Context): Promise<Example | null> {
  const { index, people } = context
  const second = await context.example()
  const cardsById = second ? await people.cards(second) : new Map<Uid, PersonCard>()
  const [left, right] = (second ?? []).map((uid) => cardsById.get(uid))
  if (!left || !right) return null
  const pair = toCardMatch(await index.pair(left.uid, right.uid, 'everyone'), 'all')
  const presentable = await itemsOf(context, itemsToPresent(pair, SHARED_ON_CARD))
  return {
    left,
    right,
    match: presentMatch(pair, presentable, SHARED_ON_CARD),
    prints: sideBySide(await printFor(context, left.uid, 'none'), await printFor(context, right.uid, 'none')),
  }
}

async function requireVisible({ people }: Context, viewer: Uid, other: Uid): Promise<Relation> {
  if (viewer === other) throw new AppError('not_found', { other })
  return people.mustSee(viewer, other)
}

function pairOf({ index }: Context, viewer: Uid, other: Uid, relation: Relation): Promise<PairMatch> {
  return index.pair(viewer, other, relation === 'connected' ? 'buddies' : 'everyone')
}

async function printFor({ index }: Context, uid: Uid, relation: Relation): Promise<SeenPrint> {
  const [print, inferred] = await Promise.all([index.print(uid, closenessOf(relation)), index.inferred(uid, closenessOf(relation))])
  return { print, inferred }
}

async function cards(context: Context, viewer: Uid, uids: readonly Uid[], filter: MatchFilter = 'all'): Promise<MatchCard[]> {
  const { people } = context
  const [cardsById, relations, mutual] = await Promise.all([
    people.cards(uids),
    people.relations(viewer, uids),
    people.mutualCounts(viewer, uids),
  ])
  const visible = uids.flatMap((uid) => {
    const [person, relation] = [cardsById.get(uid), relations.get(uid)]
    return person && relation ? [{ person, relation }] : []
  })
  const [mine, ...shown] = await Promise.all([
    printFor(context, viewer, 'self'),
    ...visible.map(async ({ person, relation }) => {
      const [pair, theirs] = await Promise.all([pairOf(context, viewer, person.uid, relation), printFor(context, person.uid, relation)])
      return { person, relation, pair: toCardMatch(pair, filter), theirs }
    }),
  ])
  const presentable = await itemsOf(
    context,
    shown.flatMap(({ pair }) => itemsToPresent(pair, SHARED_ON_CARD)),
  )
  return shown.map(({ person, relation, pair, theirs }) => ({
    person,
    relation,
    mutual_count: mutual.get(person.uid) ?? 0,
    match: presentMatch(pair, presentable, SHARED_ON_CARD),
    prints: sideBySide(mine, theirs),
  }))
}

async function itemsOf({ media }: Context, ids: readonly ItemId[]): Promise<ItemsOfMatch> {
  const [items, sizes] = await Promise.all([media.items(ids), media.sizes(ids)])
  return { items, sizes }
}

async function raritiesOf({ index }: Context, loved: readonly LovedItem[]): Promise<(id: ItemId) => number> {
  const ids = [...new Set(loved.map(({ itemId }) => itemId))]
  const rarities = await index.raritiesOf(ids)
  const byId = new Map(ids.map((id, position) => [id, rarities[position] ?? 0]))
  return (id) => byId.get(id) ?? 0
}

async function closerThan(
  { index, people, ranking }: Context,
  viewer: Uid,
  other: Uid,
  pair: PairMatch,
): Promise<MatchInFull['closer_than']> {
  const hidden = await people.hiddenFrom(viewer)
  const { people: ranked } = await index.rank(viewer, { filter: 'all', exclude: [...hidden, other] })
  // In a large crowd only the closest users are ranked; all others are further away.
  const isLarge = (await index.size()) > ranked.length + hidden.size + UNRANKED_MARGIN
  const others = isLarge ? (await index.size()) - hidden.size - 2 : (await ranking.existing(ranked.map(({ uid }) => uid))).size
  if (others < MIN_SHOWN_HOLDERS || shownPercent(pair) === null) return null
  const closer = ranked.filter(({ score }) => score >= rankOf(pair, 'all')).length
  return { people: Math.max(0, others - closer), of: others }
}

/** A print as a viewer may see it, with its inferred bars. */
type SeenPrint = { print: Print; inferred: number[] }

const sideBySide = (mine: SeenPrint, theirs: SeenPrint): Prints => ({
  mine: mine.print,
  theirs: theirs.print,
  ...(mine.inferred.length + theirs.inferred.length > 0 ? { inferred: { mine: mine.inferred, theirs: theirs.inferred } } : {}),
})

const idOf = ({ loved }: Recommendation): ItemId => loved.itemId

const MAX_RECOMMENDATIONS = 6
/** The base affinity of an item, even without known bars. */
const UNKNOWN_AFFINITY = 0.2

/**
 * Recommends items of one user to another: loved, rare, and in genres or topics that the other loves. Only artists and
 * channels, which bring their tracks and videos.
 */
function recommend(
  has: readonly LovedItem[],
  lacks: readonly LovedItem[],
  rarityOf: (itemId: string) => number,
  excluded: ReadonlySet<string> = new Set(),
): Recommendation[] {
  const excludedIds = new Set([...lacks.map((loved) => loved.itemId), ...excluded])
  const print = printOf(lacks)
  const affinity = ({ bars }: LovedItem): number =>
    bars.length === 0 ? UNKNOWN_AFFINITY : UNKNOWN_AFFINITY + bars.reduce((sum, bar) => sum + (print[bar] ?? 0), 0) / bars.length
  return (['artist', 'channel'] as const)
    .flatMap((kind) =>
      has.filter((loved) => loved.kind === kind).map((loved, index, all) => ({ loved, at: index, rank: rankIn(all, index) })),
    )
    .filter(({ loved }) => !excludedIds.has(loved.itemId))
    .map((liking) => ({ ...liking, worth: liking.loved.weight * rarityOf(liking.loved.itemId) * affinity(liking.loved) }))
    .toSorted((a, b) => b.worth - a.worth || a.at - b.at || (a.loved.itemId < b.loved.itemId ? -1 : 1))
    .slice(0, MAX_RECOMMENDATIONS)
    .map(({ loved, rank }) => ({ loved, rank }))
}

/** The rank of an item, from 1; null where its neighbors have the same weight, such as picks, whose order has no meaning. */
function rankIn(all: readonly LovedItem[], index: number): number | null {
  const weight = all[index]?.weight
  return all[index - 1]?.weight === weight || all[index + 1]?.weight === weight ? null : index + 1
}
