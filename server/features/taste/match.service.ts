import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { MUSIC_BARS } from '#contract/print.ts'
import type { Match, MatchCard, MatchFilter, MatchInFull, Print } from '#contract/taste.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Media } from '../media/media.service.ts'
import type { ItemId } from '../media/media.types.ts'
import type { MatchIndex, PairMatch } from './match.index.ts'
import { forCard, LEAST_HOLDERS, presentMatch, presentParts, rarestFirst, readCursor, shownPercent, writeCursor } from './match.present.ts'
import { byRank, createRanking } from './match.rank.ts'
import { wouldLike, type Liking } from './match.suggest.ts'
import { printOf } from './print.ts'
import { closenessOf, type TastePeople } from './taste.people.ts'
import type { TasteStore } from './taste.store.ts'

export type MatchesDeps = {
  index: MatchIndex
  store: Pick<TasteStore, 'dismiss' | 'dismissedBy'>
  media: Pick<Media, 'items'>
  people: TastePeople
  clock: Clock
  /** Two people whose match may be shown to anybody, or null: only a demo world has them. */
  example: () => Promise<readonly [Uid, Uid] | null>
}

type RankQuery = { filter: MatchFilter; cursor?: string | undefined; limit?: number | undefined }
type Example = { left: PersonCard; right: PersonCard; match: Match; prints: { mine: Print; theirs: Print } }

export type Matches = {
  /**
   * A page of people ranked by match. Buddies, blocked and dismissed people are left out; whoever was asked stays.
   * @throws AppError 'invalid_input' for a cursor that is not ours
   */
  ranked(viewer: Uid, query: RankQuery): Promise<{ people: MatchCard[]; total: number; next: string | null }>
  /** The match with one person in full. @throws AppError 'not_found' for oneself, somebody unknown and with a block in either direction. */
  inFull(viewer: Uid, other: Uid): Promise<MatchInFull>
  /** Keeps that person out of the viewer's ranking. @throws AppError as `inFull` */
  dismiss(viewer: Uid, other: Uid): Promise<void>
  /** The match that signed-out visitors see; null where there is no demo world. */
  example(): Promise<Example | null>
}

const SHARED_ON_CARD = 6
const SHARED_IN_FULL = 100

/** Who matches whom, and why. */
export function createMatches({ index, store, media, people, clock, example }: MatchesDeps): Matches {
  const ranking = createRanking({ index, store, people })

  async function mustMatch(viewer: Uid, other: Uid): Promise<Relation> {
    if (viewer === other) throw new AppError('not_found', { other })
    return people.mustSee(viewer, other)
  }

  function pairOf(viewer: Uid, other: Uid, relation: Relation): PairMatch {
    return index.pair(viewer, other, relation === 'connected' ? 'buddies' : 'everyone')
  }

  const printFor = (uid: Uid, relation: Relation): Print => printOf(index.held(uid, closenessOf(relation)))

  async function cards(viewer: Uid, uids: readonly Uid[]): Promise<MatchCard[]> {
    const [persons, relations, mutual] = await Promise.all([
      people.cards(uids),
      people.relations(viewer, uids),
      people.mutualCounts(viewer, uids),
    ])
    const shown = uids.flatMap((uid) => {
      const [person, relation] = [persons.get(uid), relations.get(uid)]
      return person && relation ? [{ person, relation, pair: forCard(pairOf(viewer, uid, relation)) }] : []
    })
    const items = await media.items(shown.flatMap(({ pair }) => toldItems(pair, SHARED_ON_CARD)))
    const mine = printFor(viewer, 'self')
    return shown.map(({ person, relation, pair }) => ({
      person,
      relation,
      mutual_count: mutual.get(person.uid) ?? 0,
      match: presentMatch(pair, items, SHARED_ON_CARD),
      prints: { mine, theirs: printFor(person.uid, relation) },
    }))
  }

  async function closerThan(viewer: Uid, other: Uid, pair: PairMatch): Promise<MatchInFull['closer_than']> {
    const hidden = await people.hiddenFrom(viewer)
    const others = await ranking.existing(index.uids().filter((uid) => uid !== viewer && uid !== other && !hidden.has(uid)))
    if (others.size < LEAST_HOLDERS || shownPercent(pair) === null) return null
    const closer = index.rank(viewer).filter(({ uid, score }) => others.has(uid) && score.score >= pair.score).length
    return { people: others.size - closer, of: others.size }
  }

  return {
    async ranked(viewer, { filter, cursor, limit = limits.pageSize.default }) {
      const after = cursor === undefined ? null : readCursor(cursor)
      if (cursor !== undefined && !after)
        throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place in the list.' }])
      const all = await ranking.strangersOf(viewer, filter)
      const rest = after ? all.filter((one) => byRank(after, one) < 0) : all
      const page = rest.slice(0, limit)
      const last = page.at(-1)
      return {
        people: await cards(
          viewer,
          page.map(({ uid }) => uid),
        ),
        total: all.length,
        next: last && rest.length > page.length ? writeCursor(last) : null,
      }
    },

    async inFull(viewer, other) {
      const relation = await mustMatch(viewer, other)
      const [card] = await cards(viewer, [other])
      if (!card) throw new AppError('not_found', { other })
      const pair = pairOf(viewer, other, relation)
      // What each is told of the other is what the other shows them; what one has oneself is known in full.
      const seen = closenessOf(relation)
      const theirs = index.held(other, seen)
      const forMe = wouldLike(theirs, index.held(viewer, 'self'), index.rarityOf)
      const forThem = wouldLike(index.held(viewer, seen), theirs, index.rarityOf)
      const items = await media.items([...toldItems(pair, SHARED_IN_FULL), ...forMe.map(idOf), ...forThem.map(idOf)])
      return {
        ...card,
        match: presentMatch(pair, items, SHARED_IN_FULL),
        parts: presentParts(pair, card.prints, MUSIC_BARS),
        closer_than: await closerThan(viewer, other, pair),
        you_would_like: forMe.flatMap((liking) => presentLiking(liking, items)),
        they_would_like: forThem.flatMap((liking) => presentLiking(liking, items)),
      }
    },

    async dismiss(viewer, other) {
      await mustMatch(viewer, other)
      await store.dismiss(viewer, other, clock.now())
    },

    async example() {
      const two = await example()
      const persons = two ? await people.cards(two) : new Map<Uid, PersonCard>()
      const [left, right] = (two ?? []).map((uid) => persons.get(uid))
      if (!left || !right) return null
      const pair = forCard(index.pair(left.uid, right.uid, 'everyone'))
      const items = await media.items(toldItems(pair, SHARED_ON_CARD))
      return {
        left,
        right,
        match: presentMatch(pair, items, SHARED_ON_CARD),
        prints: { mine: printFor(left.uid, 'none'), theirs: printFor(right.uid, 'none') },
      }
    },
  }
}

const idOf = ({ held }: Liking): ItemId => held.itemId
const toldItems = (pair: PairMatch, atMost: number): ItemId[] =>
  rarestFirst(pair)
    .slice(0, atMost)
    .map((thing) => thing.itemId)

function presentLiking({ held, rank }: Liking, items: ReadonlyMap<ItemId, Item>): MatchInFull['you_would_like'] {
  const item = items.get(held.itemId)
  return item ? [{ item, rank }] : []
}
