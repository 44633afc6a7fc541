import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemFan, ItemPage, ItemWork, RelatedItem } from '#contract/taste/item-pages.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { PrivateSection } from '#contract/identity/privacy.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { ItemAttributes, Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'
import type { ItemPageStore, LoveRow } from './item-page.store.ts'

export type ItemPageDeps = {
  index: Pick<MatchEngine, 'lovers' | 'lovedItems' | 'raritiesOf'>
  store: ItemPageStore
  media: Pick<Media, 'items' | 'attributes' | 'sizes' | 'works'>
  people: Pick<TastePeople, 'cards' | 'buddiesOf' | 'hiddenFrom'>
  privacy: { maySeeMany: (viewer: Uid, owners: readonly Uid[], section: PrivateSection) => Promise<ReadonlySet<Uid>> }
  mutedAmong: ContentMutes['mutedAmong']
  /** Whether the operator allows sharing rows of this source. */
  mayShare: (source: SourceName) => boolean
}

/** The data of an item in a link preview. */
export type PublicItem = { item: Item; bars: readonly number[] }

export type ItemPages = {
  /**
   * The page of an item as the viewer may see it; null for a signed-out visitor, who sees no names.
   * @throws AppError 'not_found' for unknown items, and for items that the viewer may not see
   */
  page(viewer: Uid | null, itemId: ItemId): Promise<ItemPage>
  /** The item if signed-out visitors may see it; otherwise null. */
  publicItem(itemId: ItemId): Promise<PublicItem | null>
  /** Items that users who love this one also show everyone, the most loved and rarest first. */
  related(item: Item): Promise<Item[]>
}

type Love = { uid: Uid; itemId: ItemId; rank: number; isRecent: boolean }

/** Fewer would identify them. */
const MIN_SHOWN_PEOPLE = 5
const MAX_COUNTED = 1_000
const MAX_FANS = 50
const MAX_WORKS = 24
const MAX_FACES = 3
/** Other users whose lists are read for related items, and how many items per user. */
const MAX_LOVERS = 40
const ITEMS_PER_LOVER = 150
const MAX_RELATED = 10
/** An item that only one stranger also loves would say more about that user than about the item. */
const MIN_STRANGERS = 2
/** The best rank with each level of love, from 5 down to 2. */
const LOVE_RANKS = [3, 10, 30, 100]
/** Ranks of the last four weeks up to this one count as recent. */
const RECENT_RANK = 25

/** The pages of artists, tracks, channels and videos. */
export function createItemPages(deps: ItemPageDeps): ItemPages {
  const { index, store, media, people } = deps

  /** Names without a platform were typed by users: they are on no public page. */
  const isPublicItem = async (item: Item, { knownRank }: ItemAttributes): Promise<boolean> =>
    Boolean(knownRank) || (hasPlatform(item) && (await index.lovers(item.id, 1)).length > 0)

  /** Whether the viewer may see an item that neither they nor a buddy show them. */
  async function isVisible(viewer: Uid | null, item: Item, attributes: ItemAttributes): Promise<boolean> {
    if (viewer === null || (await isPublicItem(item, attributes))) return isPublicItem(item, attributes)
    if (hasPlatform(item)) return true
    const [lovers, hidden] = await Promise.all([index.lovers(item.id, MAX_COUNTED), people.hiddenFrom(viewer)])
    return lovers.some((uid) => !hidden.has(uid))
  }

  /** Works that the viewer may see. `loved`: those that a buddy shows them, and their own. */
  async function visibleWorks(viewer: Uid | null, ids: readonly ItemId[], loved: ReadonlySet<ItemId>): Promise<ItemId[]> {
    const [items, attributes] = await Promise.all([media.items(ids), media.attributes(ids)])
    const visible = await Promise.all(
      ids.map(async (id) => {
        const [item, itemAttributes] = [items.get(id), attributes.get(id)]
        return item !== undefined && itemAttributes !== undefined && (loved.has(id) || (await isVisible(viewer, item, itemAttributes)))
      }),
    )
    return ids.filter((_, position) => visible[position])
  }

  async function load(itemId: ItemId) {
    const [item, attributes] = await Promise.all([
      media.items([itemId]).then((found) => found.get(itemId)),
      media.attributes([itemId]).then((found) => found.get(itemId)),
    ])
    return item && attributes ? { item, attributes, isPublic: await isPublicItem(item, attributes) } : null
  }

  return {
    async page(viewer, itemId) {
      const found = await load(itemId)
      if (!found) throw new AppError('not_found', { item: itemId })
      const { item, attributes, isPublic } = found
      const buddies = viewer === null ? [] : await people.buddiesOf(viewer)
      const allWorks = await media.works(itemId)
      const [loves, mine] = await Promise.all([
        viewer === null ? [] : visibleLoves(deps, viewer, buddies, [itemId, ...allWorks]),
        viewer === null ? [] : ownLoves(deps, viewer, [itemId, ...allWorks]),
      ])
      const shownWorks = await visibleWorks(viewer, allWorks, new Set([...loves, ...mine].map((love) => love.itemId)))
      const fans = loves.filter((love) => love.itemId === itemId).toSorted((a, b) => loveOf(b) - loveOf(a) || a.rank - b.rank)
      const own = mine.find((love) => love.itemId === itemId)
      if (fans.length === 0 && !own && !(await isVisible(viewer, item, attributes))) throw new AppError('not_found', { item: itemId })
      const cards = await people.cards([...new Set(loves.map(({ uid }) => uid))])
      const [counted, sizes, isSaved, works, related] = await Promise.all([
        index.lovers(itemId, MAX_COUNTED),
        media.sizes([itemId]),
        viewer === null ? false : store.isSaved(viewer, itemId),
        presentWorks(deps, shownWorks, loves, mine, cards),
        relatedItems(deps, viewer, item, fans, new Set(buddies)),
      ])
      return {
        item,
        bars: attributes.bars.map((bar) => PRINT_BARS.indexOf(bar)),
        world: sizes.get(itemId) ?? null,
        people: counted.length >= MIN_SHOWN_PEOPLE ? counted.length : null,
        is_public: isPublic,
        is_saved: isSaved,
        mine: own ? { rank: own.rank, is_recent: own.isRecent } : null,
        buddies: buddies.length,
        fans: fans.slice(0, MAX_FANS).flatMap((love): ItemFan[] => {
          const person = cards.get(love.uid)
          return person ? [{ person, rank: love.rank, love: loveOf(love), is_recent: love.isRecent }] : []
        }),
        works,
        related,
      }
    },

    async publicItem(itemId) {
      const found = await load(itemId)
      if (!found?.isPublic) return null
      return { item: found.item, bars: found.attributes.bars.map((bar) => PRINT_BARS.indexOf(bar)) }
    },

    related: async (item) => (await relatedItems(deps, null, item, [], new Set())).map((entry) => entry.item),
  }
}

const hasPlatform = (item: Item): boolean => item.spotify_id !== null || item.youtube_id !== null

/** From 1 to 5. */
function loveOf({ rank, isRecent }: Love): number {
  const index = LOVE_RANKS.findIndex((max) => rank <= max)
  const love = index < 0 ? 1 : 5 - index
  return Math.min(5, love + (isRecent ? 1 : 0))
}

/** Which of these items the users love, if the viewer may see it: each user and item once, with the best rank. */
async function visibleLoves(
  { store, privacy, mayShare }: ItemPageDeps,
  viewer: Uid,
  buddies: readonly Uid[],
  items: readonly ItemId[],
): Promise<Love[]> {
  const shared = (await store.listRows(buddies, items)).filter(({ source, shownTo }) => shownTo !== 'only_me' && mayShare(source))
  const owners = [...new Set(shared.map(({ uid }) => uid))]
  const [music, video] = await Promise.all([privacy.maySeeMany(viewer, owners, 'music'), privacy.maySeeMany(viewer, owners, 'video')])
  return bestOf(shared.filter(({ uid, kind }) => (kind === 'artist' || kind === 'track' ? music : video).has(uid)))
}

const ownLoves = async ({ store }: ItemPageDeps, viewer: Uid, items: readonly ItemId[]): Promise<Love[]> =>
  bestOf(await store.listRows([viewer], items))

function bestOf(rows: readonly LoveRow[]): Love[] {
  return [...Map.groupBy(rows, ({ uid, itemId }) => `${uid} ${itemId}`).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const isRecent = group.some(({ recentRank }) => recentRank !== null && recentRank <= RECENT_RANK)
    return [{ uid: first.uid, itemId: first.itemId, rank: Math.min(...group.map(({ rank }) => rank)), isRecent }]
  })
}

/** Works by the buddies' love, then the best known here. */
async function presentWorks(
  { index, media }: ItemPageDeps,
  ids: readonly ItemId[],
  loves: readonly Love[],
  mine: readonly Love[],
  cards: ReadonlyMap<Uid, PersonCard>,
): Promise<ItemWork[]> {
  const rarities = await index.raritiesOf([...ids])
  const lovesById = Map.groupBy(loves, ({ itemId }) => itemId)
  const lovedBy = (id: ItemId) => (lovesById.get(id) ?? []).toSorted((a, b) => loveOf(b) - loveOf(a))
  const sum = (id: ItemId) => lovedBy(id).reduce((total, love) => total + loveOf(love), 0)
  const sorted = ids
    .map((id, position) => ({ id, love: sum(id), rarity: rarities[position] ?? 0 }))
    .toSorted((a, b) => b.love - a.love || a.rarity - b.rarity)
    .slice(0, MAX_WORKS)
  const items = await media.items(sorted.map(({ id }) => id))
  const own = new Set(mine.map(({ itemId }) => itemId))
  const fresh = own.size === 0 ? undefined : sorted.find(({ id, love }) => love > 0 && !own.has(id))?.id
  return sorted.flatMap(({ id }) => {
    const item = items.get(id)
    const fans = lovedBy(id).flatMap(({ uid }) => cards.get(uid) ?? [])
    return item ? [{ item, fans: fans.slice(0, MAX_FACES), is_new: id === fresh }] : []
  })
}

/** Items of the same kind that users who love this one also love. Strangers count with what they show everyone. */
async function relatedItems(
  { index, media, people, mutedAmong }: ItemPageDeps,
  viewer: Uid | null,
  of: Item,
  fans: readonly Love[],
  buddies: ReadonlySet<Uid>,
): Promise<RelatedItem[]> {
  const [lovers, hidden] = await Promise.all([
    index.lovers(of.id, MAX_COUNTED),
    viewer === null ? new Set<Uid>() : people.hiddenFrom(viewer),
  ])
  const strangers = lovers.filter((uid) => uid !== viewer && !hidden.has(uid) && !buddies.has(uid))
  const readers = [...fans.map(({ uid }) => uid), ...strangers].slice(0, MAX_LOVERS)
  const lists = await Promise.all(readers.map((uid) => index.lovedItems(uid, buddies.has(uid) ? 'buddies' : 'everyone', ITEMS_PER_LOVER)))
  const byItem = new Map<ItemId, { worth: number; by: Uid[] }>()
  lists.forEach((list, position) => {
    for (const { itemId, kind, weight } of list) {
      if (kind !== of.kind || itemId === of.id) continue
      const candidate = byItem.get(itemId) ?? { worth: 0, by: [] }
      candidate.worth += weight
      candidate.by.push(readers[position] ?? '')
      byItem.set(itemId, candidate)
    }
  })
  const ids = [...byItem.keys()]
  const [rarities, muted] = await Promise.all([index.raritiesOf(ids), viewer === null ? new Set<ItemId>() : mutedAmong(viewer, ids)])
  const best = [...byItem]
    .map(([id, { worth, by }], position) => ({ id, by, worth: worth * (rarities[position] ?? 0) }))
    .filter(({ id, by }) => !muted.has(id) && (by.length >= MIN_STRANGERS || by.some((uid) => buddies.has(uid))))
    .toSorted((a, b) => b.worth - a.worth || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_RELATED)
  const [items, cards] = await Promise.all([
    media.items(best.map(({ id }) => id)),
    people.cards([...new Set(best.flatMap(({ by }) => by.filter((uid) => buddies.has(uid))))]),
  ])
  return best.flatMap(({ id, by }) => {
    const item = items.get(id)
    const named = by.flatMap((uid) => (buddies.has(uid) ? (cards.get(uid) ?? []) : [])).slice(0, MAX_FACES)
    return item ? [{ item, people: named, others: by.length - named.length }] : []
  })
}
