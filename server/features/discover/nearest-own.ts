import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { LovedItem } from '#server/features/matching/index/match-index.ts'
import { sharesBar } from '#server/features/matching/taste-print.ts'

/** One user in common is a coincidence. */
const MIN_IN_COMMON = 2

/**
 * The viewer's own artist or channel that shares the most lovers with an item: the cosine of their holders, among items of the same side
 * that share a genre or topic (if both are known). Null when none stands out.
 * @param ownLovers the viewer's artists and channels, by weight, with the neighbors who love them
 */
export function nearestOwn(
  loved: LovedItem,
  by: readonly { uid: Uid }[],
  ownLovers: ReadonlyMap<LovedItem, ReadonlySet<Uid>>,
): ItemId | null {
  let best: { itemId: ItemId; cosine: number } | null = null
  for (const [mine, lovers] of ownLovers) {
    if (isMusic(mine.kind) !== isMusic(loved.kind) || !sharesBar(mine.bars, loved.bars)) continue
    const common = by.filter(({ uid }) => lovers.has(uid)).length
    const cosine = common / Math.sqrt(by.length * lovers.size)
    if (common >= MIN_IN_COMMON && cosine > (best?.cosine ?? 0)) best = { itemId: mine.itemId, cosine }
  }
  return best?.itemId ?? null
}

const isMusic = (kind: ItemKind): boolean => kind === 'artist' || kind === 'track'
