import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { onePerCreator } from './feedback.ts'
import type { DiscoverStore } from './discover.store.ts'
import type { Suggestion } from './saved-marks.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'

export type TrendingDeps = {
  index: Pick<MatchEngine, 'lovedAmong'>
  store: Pick<DiscoverStore, 'filterListed' | 'listRecentlyPlayed'>
  media: Pick<Media, 'items'>
  people: Pick<TastePeople, 'buddiesOf' | 'cards'>
  mutedAmong: ContentMutes['mutedAmong']
}

/** Items that only one buddy plays are not a trend. */
const MIN_BUDDIES = 2
/** Ranks of the last four weeks that count as played a lot. */
const MAX_RANK = 25
const MAX_SHOWN = 8
const MAX_BUDDIES = 200

/** Items that several buddies play a lot and show to buddies; includes the viewer's own items. */
export function createTrending({ index, store, media, people, mutedAmong }: TrendingDeps) {
  return async (viewer: Uid, kinds: readonly ItemKind[]): Promise<Suggestion[]> => {
    const buddies = (await people.buddiesOf(viewer)).slice(0, MAX_BUDDIES)
    const listened = Map.groupBy(await store.listRecentlyPlayed(buddies, MAX_RANK), ({ itemId }) => itemId)
    const recent = [...listened].flatMap(([, by]) => (by.length >= MIN_BUDDIES ? by : []))
    // The index is asked about these items alone: all items of all buddies would take it seconds.
    const itemsByUser = [...Map.groupBy(recent, ({ uid }) => uid)].map(([uid, rows]) => ({ uid, ids: rows.map(({ itemId }) => itemId) }))
    const shown = await index.lovedAmong(itemsByUser, 'buddies')
    const visible = new Map(itemsByUser.map(({ uid }, position) => [uid, new Set(shown[position]?.map((loved) => loved.itemId))]))
    const bars = new Map(shown.flat().map((loved) => [loved.itemId, loved.bars]))
    const listeners = new Map<ItemId, Uid[]>()
    for (const { uid, itemId } of recent) {
      if (visible.get(uid)?.has(itemId)) listeners.set(itemId, [...(listeners.get(itemId) ?? []), uid])
    }
    const popular = [...listeners]
      .filter(([, uids]) => uids.length >= MIN_BUDDIES)
      .toSorted(([one, ofOne], [two, pairChatId]) => pairChatId.length - ofOne.length || (one < two ? -1 : 1))
    const ids = popular.map(([id]) => id)
    const [items, muted, disliked] = await Promise.all([
      media.items(ids),
      mutedAmong(viewer, ids),
      store.filterListed('taste_less_like', viewer, ids),
    ])
    const ofKinds = popular.flatMap(([id, uids]) => {
      const item = items.get(id)
      return item && kinds.includes(item.kind) && !muted.has(id) && !disliked.has(id) ? [{ item, uids }] : []
    })
    const chosen = onePerCreator(ofKinds).slice(0, MAX_SHOWN)
    const cards = await people.cards([...new Set(chosen.flatMap(({ uids }) => uids))])
    return chosen.map(({ item, uids }) => ({
      item,
      bars: [...(bars.get(item.id) ?? [])],
      reason: {
        people: uids.flatMap((uid) => cards.get(uid) ?? []).slice(0, MIN_BUDDIES),
        others: Math.max(0, uids.length - MIN_BUDDIES),
        at_least_percent: 0,
        is_favorite: false,
        near: null,
      },
    }))
  }
}
