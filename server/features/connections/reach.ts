import type { Uid } from '#contract/base/ids.ts'
import type { ConnectionStore } from './connections.store.ts'
import type { Privacy } from './privacy.service.ts'

export type ReachDeps = {
  store: Pick<ConnectionStore, 'mutual' | 'countMutual' | 'mutualStrengths'>
  privacy: Pick<Privacy, 'ofMany' | 'maySeeMany'>
}

/** Buddies in common, and who may ask whom because of them. */
export function createReach({ store, privacy }: ReachDeps) {
  /** For each of `uids` how many buddies they really share with `uid`; never shown to anybody. */
  async function inCommon(uid: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
    const counts = new Map<Uid, number>(uids.map((other) => [other, 0]))
    if (uids.length > 0) for (const { uid: other, count } of await store.countMutual(uid, uids)) counts.set(other, count)
    return counts
  }

  return {
    /** Buddies that both have, the viewer's latest first; none where the other keeps their buddies to themselves. */
    async mutual(viewer: Uid, other: Uid): Promise<Uid[]> {
      const open = await privacy.maySeeMany(viewer, [other], 'buddies')
      return open.has(other) ? store.mutual(viewer, other) : []
    },

    /** For each of `uids` how many buddies they share with the viewer, as far as they show it; 0 for the viewer. */
    async mutualCounts(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
      const [counts, open] = await Promise.all([inCommon(viewer, uids), privacy.maySeeMany(viewer, uids, 'buddies')])
      return new Map(uids.map((uid) => [uid, open.has(uid) ? (counts.get(uid) ?? 0) : 0]))
    },

    /** For each of `uids` who shows their buddies, how strongly mutual buddies tie them to the viewer; missing where none do. */
    async mutualStrengths(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
      if (uids.length === 0) return new Map()
      const [strengths, open] = await Promise.all([store.mutualStrengths(viewer, uids), privacy.maySeeMany(viewer, uids, 'buddies')])
      return new Map(strengths.filter(({ uid }) => open.has(uid)).map(({ uid, strength }) => [uid, strength]))
    },

    /** Those of `uids` who take requests from `asker`. Says nothing of blocks and of what is between them already. */
    async takingRequests(asker: Uid, uids: readonly Uid[]): Promise<Set<Uid>> {
      const settings = await privacy.ofMany(uids)
      const choosy = uids.filter((uid) => settings.get(uid)?.requests === 'mutuals')
      const counts = await inCommon(asker, choosy)
      return new Set(uids.filter((uid) => settings.get(uid)?.requests === 'everyone' || (counts.get(uid) ?? 0) > 0))
    },
  }
}
