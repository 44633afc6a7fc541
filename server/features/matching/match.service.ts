import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { MUSIC_BARS } from '#contract/print.ts'
import type { Match, MatchCard, MatchFilter, MatchInFull, Print, Prints, SuggestedPerson } from '#contract/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { MatchEngine } from './index/index-engine.ts'
import type { LovedItem, PairMatch } from './index/match-index.ts'
import { pageAfter } from './pages.ts'
import {
  forCard,
  itemsToPresent,
  MIN_SHOWN_HOLDERS,
  type ItemsOfMatch,
  presentMatch,
  presentParts,
  readCursor,
  shownPercent,
  windowStart,
  writeCursor,
} from './match.present.ts'
import { createRanking } from './match.rank.ts'
import { rankOf } from './score.ts'
import { recommend, type Recommendation } from './suggest.ts'
import { closenessOf, type TastePeople } from './taste-people.ts'
import type { TasteStore } from './taste.store.ts'

export type MatchesDeps = {
  index: MatchEngine
  /** See `LiveIndex.current`. */
  current: (uid: Uid) => Promise<void>
  store: Pick<TasteStore, 'dismiss' | 'undismiss' | 'listDismissed'>
  media: Pick<Media, 'items' | 'sizes'>
  people: TastePeople
  clock: Clock
  /** Two people whose match may be shown to anybody, or null: only a demo world has them. */
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
   * A page of people ranked by match, on to the last who shares something; `total` is null where it would take reading
   * everybody. Buddies, blocked and dismissed people are left out; whoever was asked stays.
   * @throws AppError 'invalid_input' for a cursor that is not ours
   */
  ranked(viewer: Uid, query: RankQuery): Promise<{ people: SuggestedPerson[]; total: number | null; next: string | null }>
  /**
   * The match with one person in full.
   * @throws AppError 'not_found' for oneself, somebody unknown and with a block in either direction, 'forbidden' where they keep it to others
   */
  inFull(viewer: Uid, other: Uid): Promise<MatchInFull>
  /** Keeps that person out of the viewer's ranking. @throws AppError as `inFull` */
  dismiss(viewer: Uid, other: Uid): Promise<void>
  /** Takes that back, also for somebody who is gone or hidden by now. */
  undismiss(viewer: Uid, other: Uid): Promise<void>
  /** Whom the viewer dismissed, the latest first; nobody with a block between them. */
  dismissed(viewer: Uid): Promise<PersonCard[]>
  /** The match that signed-out visitors see; null where there is no demo world. */
  example(): Promise<Example | null>
}

/** See `closerThan`. */
const LOOKED_FOR = 100
const SHARED_ON_CARD = 6
const SHARED_IN_FULL = 100

/** Who matches whom, and why. */
export function createMatches({ index, current, store, media, people, clock, example }: MatchesDeps): Matches {
  const ranking = createRanking({ index, store, people })

  async function mustMatch(viewer: Uid, other: Uid): Promise<Relation> {
    if (viewer === other) throw new AppError('not_found', { other })
    return people.mustSee(viewer, other)
  }

  function pairOf(viewer: Uid, other: Uid, relation: Relation): Promise<PairMatch> {
    return index.pair(viewer, other, relation === 'connected' ? 'buddies' : 'everyone')
  }

  async function printFor(uid: Uid, relation: Relation): Promise<SeenPrint> {
    const [print, inferred] = await Promise.all([index.print(uid, closenessOf(relation)), index.inferred(uid, closenessOf(relation))])
    return { print, inferred }
  }

  async function cards(viewer: Uid, uids: readonly Uid[], filter: MatchFilter = 'all'): Promise<MatchCard[]> {
    const [persons, relations, mutual] = await Promise.all([
      people.cards(uids),
      people.relations(viewer, uids),
      people.mutualCounts(viewer, uids),
    ])
    const visible = uids.flatMap((uid) => {
      const [person, relation] = [persons.get(uid), relations.get(uid)]
      return person && relation ? [{ person, relation }] : []
    })
    const [mine, ...shown] = await Promise.all([
      printFor(viewer, 'self'),
      ...visible.map(async ({ person, relation }) => {
        const [pair, theirs] = await Promise.all([pairOf(viewer, person.uid, relation), printFor(person.uid, relation)])
        return { person, relation, pair: forCard(pair, filter), theirs }
      }),
    ])
    const known = await itemsOf(shown.flatMap(({ pair }) => itemsToPresent(pair, SHARED_ON_CARD)))
    return shown.map(({ person, relation, pair, theirs }) => ({
      person,
      relation,
      mutual_count: mutual.get(person.uid) ?? 0,
      match: presentMatch(pair, known, SHARED_ON_CARD),
      prints: sideBySide(mine, theirs),
    }))
  }

  async function itemsOf(ids: readonly ItemId[]): Promise<ItemsOfMatch> {
    const [items, sizes] = await Promise.all([media.items(ids), media.sizes(ids)])
    return { items, sizes }
  }

  async function raritiesOf(held: readonly LovedItem[]): Promise<(id: ItemId) => number> {
    const ids = [...new Set(held.map(({ itemId }) => itemId))]
    const rarities = await index.raritiesOf(ids)
    const byId = new Map(ids.map((id, at) => [id, rarities[at] ?? 0]))
    return (id) => byId.get(id) ?? 0
  }

  async function closerThan(viewer: Uid, other: Uid, pair: PairMatch): Promise<MatchInFull['closer_than']> {
    const hidden = await people.hiddenFrom(viewer)
    const { people: ranked } = await index.rank(viewer, { filter: 'all', exclude: [...hidden, other] })
    // In a large crowd only the closest are ranked, and whoever is not among them is further away.
    const isLarge = (await index.size()) > ranked.length + hidden.size + LOOKED_FOR
    const others = isLarge ? (await index.size()) - hidden.size - 2 : (await ranking.existing(ranked.map(({ uid }) => uid))).size
    if (others < MIN_SHOWN_HOLDERS || shownPercent(pair) === null) return null
    const closer = ranked.filter(({ score }) => score >= rankOf(pair, 'all')).length
    return { people: Math.max(0, others - closer), of: others }
  }

  return {
    async ranked(viewer, { filter, language, active, cursor, limit = limits.pageSize.default }) {
      const after = cursor === undefined ? null : readCursor(cursor)
      if (cursor !== undefined && !after)
        throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place in the list.' }])
      const narrowed = { filter, language, isActive: active === 'yes' }
      const ask = (window: number) => ranking.suggestionsFor(viewer, { ...narrowed, window })
      const { people: page, total, next } = await pageAfter(after ?? windowStart(0), limit, ask)
      const bases = new Map(page.map(({ uid, basis }) => [uid, basis]))
      const shown = await cards(viewer, [...bases.keys()], filter)
      return {
        people: shown.map((card) => ({ ...card, basis: bases.get(card.person.uid) ?? 'taste' })),
        total,
        next: next && writeCursor(next),
      }
    },

    async inFull(viewer, other) {
      const relation = await mustMatch(viewer, other)
      if (!(await people.showsMatch(viewer, other))) throw new AppError('forbidden', { viewer, other, thing: 'match' })
      await Promise.all([current(viewer), current(other)])
      const [card] = await cards(viewer, [other])
      if (!card) throw new AppError('not_found', { other })
      const pair = await pairOf(viewer, other, relation)
      // What each is told of the other is what the other shows them; what one has oneself is known in full.
      const seen = closenessOf(relation)
      const [theirs, mine, mineShown] = await Promise.all([index.held(other, seen), index.held(viewer, 'self'), index.held(viewer, seen)])
      const rarities = await raritiesOf([...theirs, ...mineShown])
      const forMe = recommend(theirs, mine, rarities)
      const forThem = recommend(mineShown, theirs, rarities)
      const known = await itemsOf([...itemsToPresent(pair, SHARED_IN_FULL), ...forMe.map(idOf), ...forThem.map(idOf)])
      return {
        ...card,
        match: presentMatch(pair, known, SHARED_IN_FULL),
        parts: presentParts(pair, card.prints, MUSIC_BARS),
        closer_than: await closerThan(viewer, other, pair),
        you_would_like: forMe.flatMap((liking) => presentLiking(liking, known.items)),
        they_would_like: forThem.flatMap((liking) => presentLiking(liking, known.items)),
      }
    },

    async dismiss(viewer, other) {
      await mustMatch(viewer, other)
      await store.dismiss(viewer, other, clock.now())
    },

    undismiss: (viewer, other) => store.undismiss(viewer, other),

    async dismissed(viewer) {
      const [uids, hidden] = await Promise.all([store.listDismissed(viewer), people.hiddenFrom(viewer)])
      const persons = await people.cards(uids)
      return uids.filter((uid) => !hidden.has(uid)).flatMap((uid) => persons.get(uid) ?? [])
    },

    async example() {
      const two = await example()
      const persons = two ? await people.cards(two) : new Map<Uid, PersonCard>()
      const [left, right] = (two ?? []).map((uid) => persons.get(uid))
      if (!left || !right) return null
      const pair = forCard(await index.pair(left.uid, right.uid, 'everyone'), 'all')
      const known = await itemsOf(itemsToPresent(pair, SHARED_ON_CARD))
      return {
        left,
        right,
        match: presentMatch(pair, known, SHARED_ON_CARD),
        prints: sideBySide(await printFor(left.uid, 'none'), await printFor(right.uid, 'none')),
      }
    },
  }
}

/** A print as somebody may see it, and which of its bars are inferred. */
type SeenPrint = { print: Print; inferred: number[] }

const sideBySide = (mine: SeenPrint, theirs: SeenPrint): Prints => ({
  mine: mine.print,
  theirs: theirs.print,
  ...(mine.inferred.length + theirs.inferred.length > 0 ? { inferred: { mine: mine.inferred, theirs: theirs.inferred } } : {}),
})

const idOf = ({ held }: Recommendation): ItemId => held.itemId
function presentLiking({ held, rank }: Recommendation, items: ReadonlyMap<ItemId, Item>): MatchInFull['you_would_like'] {
  const item = items.get(held.itemId)
  return item ? [{ item, rank }] : []
}
