import type { Uid } from '#contract/base/ids.ts'
import type { Recipient, RecipientReason } from '#contract/taste/discover.ts'
import { recognizeLink } from '#contract/links/links.ts'
import type { Item } from '#contract/media.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { Couple, PairTotal } from '#server/features/matching/index/pairs.ts'
import { shownPercent } from '#server/features/matching/shown-percent.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { NEIGHBORS, relevanceOf } from './relevance.ts'

export type RecipientDeps = {
  index: Pick<MatchEngine, 'lovedItems' | 'listHolders' | 'pairTotals' | 'print' | 'rank' | 'raritiesOf'>
  media: Pick<Media, 'items' | 'attributes' | 'itemOfLink' | 'creatorOf'>
  people: Pick<TastePeople, 'buddiesOf' | 'cards' | 'hiddenFrom'>
}

type Query = { item_id?: ItemId | undefined; link?: string | undefined }
/** The item's known data. */
type Target = { id: ItemId; creator: ItemId | null; creatorName: string | null; rarity: number; bars: number[]; holders: Map<Uid, number> }
type Scored = { uid: Uid; worth: number; reason: RecipientReason }

/** Buddies that are compared; those after them follow in the order of their connection. */
const MAX_COMPARED = 60
const MAX_LISTED = 300
/** The weights of a shared genre or topic and of the match, compared with `relevanceOf`. */
const BAR_WORTH = 0.3
const MATCH_WORTH = 0.1
/** The minimum height of a bar that is shown as a reason. */
const MIN_BAR = 0.3

const noReason: RecipientReason = { kind: 'none', name: null, bar: null, percent: null }

/**
 * The viewer's buddies by how much they would probably love an item: the score of discoveries, from the item's side. It uses only what
 * a buddy shows the viewer, and what others show everyone.
 */
export function createRecipients({ index, media, people }: RecipientDeps) {
  async function targetOf({ item_id: id, link }: Query): Promise<Target | null> {
    const record = link === undefined ? null : recognizeLink(link)
    const item = id === undefined ? record && (await media.itemOfLink(record)) : ((await media.items([id])).get(id) ?? null)
    return item && describe(item)
  }

  async function describe(item: Item): Promise<Target> {
    const [creator, attributes, rarities, holders] = await Promise.all([
      media.creatorOf(item),
      media.attributes([item.id]),
      index.raritiesOf([item.id]),
      index.listHolders(item.id),
    ])
    const creatorBars = creator === null ? undefined : (await media.attributes([creator])).get(creator)?.bars
    const own = attributes.get(item.id)?.bars ?? []
    return {
      id: item.id,
      creator,
      creatorName: item.by,
      rarity: rarities[0] ?? 0,
      bars: (own.length > 0 ? own : (creatorBars ?? [])).map((bar) => PRINT_BARS.indexOf(bar)).filter((bar) => bar >= 0),
      holders: new Map(holders.map(({ uid, weight }) => [uid, weight])),
    }
  }

  async function score(uid: Uid, pair: PairTotal, target: Target | null, hidden: readonly Uid[]): Promise<Scored> {
    const percent = shownPercent(pair)
    const matched = { ...noReason, kind: percent === null ? ('none' as const) : ('match' as const), percent }
    const closeness = pair.isHidden ? 0 : (pair.total ?? 0)
    const base = { uid, worth: MATCH_WORTH * closeness, reason: matched }
    if (!target) return base
    const [loved, print, ranked] = await Promise.all([
      index.lovedItems(uid, 'buddies'),
      index.print(uid, 'buddies'),
      // The neighbors of a user who hides their match stay unknown.
      pair.isHidden ? { people: [] } : index.rank(uid, { filter: 'all', exclude: hidden, limit: NEIGHBORS }),
    ])
    // Buddies who have the item come last.
    if (loved.some(({ itemId }) => itemId === target.id)) return { uid, worth: -1, reason: { ...matched, kind: 'has' } }
    const creator = target.creator === null ? undefined : loved.find(({ itemId }) => itemId === target.creator)
    const byCreator = creator ? relevanceOf(1, creator.weight, target.rarity) : 0
    const byListeners = ranked.people.reduce((sum, { uid: neighbor, score: near }) => {
      const weight = target.holders.get(neighbor)
      return weight === undefined ? sum : sum + relevanceOf(near, weight, target.rarity)
    }, 0)
    const bar = target.bars.toSorted((a, b) => (print[b] ?? 0) - (print[a] ?? 0))[0]
    const height = bar === undefined ? 0 : (print[bar] ?? 0)
    const worth = base.worth + byCreator + byListeners + BAR_WORTH * height
    if (creator) return { uid, worth, reason: { ...matched, kind: 'creator', name: target.creatorName } }
    if (byListeners > BAR_WORTH * height) return { uid, worth, reason: { ...matched, kind: 'listeners' } }
    if (bar !== undefined && height >= MIN_BAR) return { uid, worth, reason: { ...matched, kind: 'bar', bar } }
    return { uid, worth, reason: matched }
  }

  return async (viewer: Uid, query: Query): Promise<Recipient[]> => {
    const [buddies, hidden, target] = await Promise.all([people.buddiesOf(viewer), people.hiddenFrom(viewer), targetOf(query)])
    const listed = buddies.filter((uid) => !hidden.has(uid)).slice(0, MAX_LISTED)
    // The viewer's own love is why they send it, and is not shown to the other as a reason.
    const excluded = [...hidden, viewer]
    const totals = await index.pairTotals(listed.slice(0, MAX_COMPARED).map((uid): Couple => [viewer, uid, 'buddies']))
    const scored = await Promise.all(
      listed.flatMap((uid, position) => {
        const pair = totals[position]
        return pair ? [score(uid, pair, target, excluded)] : []
      }),
    )
    const inOrder = [
      ...scored.toSorted((a, b) => b.worth - a.worth || (b.reason.percent ?? 0) - (a.reason.percent ?? 0)),
      ...listed.slice(MAX_COMPARED).map((uid) => ({ uid, reason: noReason })),
    ]
    const cards = await people.cards(listed)
    return inOrder.flatMap(({ uid, reason }) => {
      const person = cards.get(uid)
      return person ? [{ person, reason }] : []
    })
  }
}
export type Recipients = ReturnType<typeof createRecipients>
