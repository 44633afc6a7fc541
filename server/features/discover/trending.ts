import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Discovery } from '#contract/discover.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { oneOfEachMaker } from './feedback.ts'
import type { DiscoverStore } from './discover.store.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'

export type TrendingDeps = {
  index: Pick<MatchEngine, 'held'>
  store: Pick<DiscoverStore, 'playedLately'>
  media: Pick<Media, 'items'>
  people: Pick<TastePeople, 'buddiesOf' | 'cards'>
}

/** One buddy alone makes no trend. */
const LEAST_BUDDIES = 2
/** What counts as played a lot lately: the first places of the last four weeks. */
const PLACES = 25
const SHOWN = 8
const MOST_BUDDIES = 200

/** What several buddies play a lot lately, as far as they show it to buddies: also what the viewer plays themselves. */
export function createTrending({ index, store, media, people }: TrendingDeps) {
  return async (viewer: Uid, kinds: readonly ItemKind[], without: ReadonlySet<ItemId>): Promise<Discovery[]> => {
    const buddies = (await people.buddiesOf(viewer)).slice(0, MOST_BUDDIES)
    const [lately, ...shown] = await Promise.all([store.playedLately(buddies, PLACES), ...buddies.map((uid) => index.held(uid, 'buddies'))])
    const visible = new Map(buddies.map((uid, at) => [uid, new Set(shown[at]?.map((held) => held.itemId))]))
    const bars = new Map(shown.flat().map((held) => [held.itemId, held.bars]))
    const listeners = new Map<ItemId, Uid[]>()
    for (const { uid, itemId } of lately) {
      if (!visible.get(uid)?.has(itemId) || without.has(itemId)) continue
      listeners.set(itemId, [...(listeners.get(itemId) ?? []), uid])
    }
    const popular = [...listeners]
      .filter(([, uids]) => uids.length >= LEAST_BUDDIES)
      .toSorted(([one, ofOne], [two, ofTwo]) => ofTwo.length - ofOne.length || (one < two ? -1 : 1))
    const items = await media.items(popular.map(([id]) => id))
    const ofKinds = popular.flatMap(([id, uids]) => {
      const item = items.get(id)
      return item && kinds.includes(item.kind) ? [{ item, uids }] : []
    })
    const chosen = oneOfEachMaker(ofKinds).slice(0, SHOWN)
    const cards = await people.cards([...new Set(chosen.flatMap(({ uids }) => uids))])
    return chosen.map(({ item, uids }) => ({
      item,
      bars: [...(bars.get(item.id) ?? [])],
      reason: {
        people: uids.flatMap((uid) => cards.get(uid) ?? []).slice(0, LEAST_BUDDIES),
        others: Math.max(0, uids.length - LEAST_BUDDIES),
        at_least_percent: 0,
      },
    }))
  }
}
