import type { Uid } from '#contract/base/ids.ts'
import type { ConnectionStore } from './connections.store.ts'
import type { Privacy } from './privacy.service.ts'

export type MutualConnectionsDeps = {
  store: Pick<ConnectionStore, 'mutual' | 'countMutual' | 'mutualStrengths' | 'closestByMutual'>
  privacy: Pick<Privacy, 'ofMany' | 'maySeeMany'>
}

/** Mutual buddies, and the users who accept requests because of them. */
export function createMutualConnections({ store, privacy }: MutualConnectionsDeps) {
  /** The real number of mutual buddies, regardless of privacy. Never shown. */
  async function countInCommon(uid: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
    const counts = new Map<Uid, number>(uids.map((other) => [other, 0]))
    if (uids.length > 0) for (const { uid: other, count } of await store.countMutual(uid, uids)) counts.set(other, count)
    return counts
  }

  return {
    /** Mutual buddies, the viewer's latest first; none when the other user hides theirs. */
    async mutual(viewer: Uid, other: Uid): Promise<Uid[]> {
      const visible = await privacy.maySeeMany(viewer, [other], 'buddies')
      return visible.has(other) ? store.mutual(viewer, other) : []
    },

    /** The number of mutual buddies with each user; 0 when they hide theirs, and for the viewer. */
    async mutualCounts(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
      const [counts, visible] = await Promise.all([countInCommon(viewer, uids), privacy.maySeeMany(viewer, uids, 'buddies')])
      return new Map(uids.map((uid) => [uid, visible.has(uid) ? (counts.get(uid) ?? 0) : 0]))
    },

    /** `ConnectionStore.mutualStrengths` of the users who show their buddies. Users without mutual buddies are missing. */
    async mutualStrengths(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
      if (uids.length === 0) return new Map()
      const [strengths, visible] = await Promise.all([store.mutualStrengths(viewer, uids), privacy.maySeeMany(viewer, uids, 'buddies')])
      return new Map(strengths.filter(({ uid }) => visible.has(uid)).map(({ uid, strength }) => [uid, strength]))
    },

    /** The users who are closest by mutual buddies and show their buddies. Blocks are not checked. */
    async closestByMutual(viewer: Uid, limit: number): Promise<Uid[]> {
      const closest = await store.closestByMutual(viewer, limit)
      const visible = closest.length > 0 ? await privacy.maySeeMany(viewer, closest, 'buddies') : new Set()
      return closest.filter((uid) => visible.has(uid))
    },

    /** The users who accept requests from `asker` by their settings. Blocks and relationships are not checked. */
    async acceptingRequests(asker: Uid, uids: readonly Uid[]): Promise<Set<Uid>> {
      const settings = await privacy.ofMany(uids)
      const limited = uids.filter((uid) => settings.get(uid)?.requests === 'mutuals')
      const counts = await countInCommon(asker, limited)
      return new Set(uids.filter((uid) => settings.get(uid)?.requests === 'everyone' || (counts.get(uid) ?? 0) > 0))
    },
  }
}
