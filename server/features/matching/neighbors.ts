import type { Uid } from '#contract/base/ids.ts'
import { percentOf } from './calibration.ts'
import type { MatchEngine } from './index/index-engine.ts'
import type { Couple } from './index/pairs.ts'
import { shownPercent } from './shown-percent.ts'
import type { Closeness } from './index/index-rows.ts'
import type { TastePeople } from './taste-people.ts'

export type NeighborsDeps = {
  index: Pick<MatchEngine, 'rank' | 'pairTotals'>
  people: Pick<TastePeople, 'hiddenFrom' | 'buddiesOf'>
  showMatch(viewer: Uid, owners: readonly Uid[]): Promise<ReadonlySet<Uid>>
}

/** Users from this percentage on are close. */
const CLOSE_PERCENT = 50
const MAX_NEIGHBORS = 200

/** Users with similar taste, for features above that combine their items. */
export function createNeighbors({ index, people, showMatch }: NeighborsDeps) {
  return {
    /** Lists the closest users who show the match, without buddies and blocked users. */
    async closest(viewer: Uid): Promise<Uid[]> {
      const [hidden, buddies] = await Promise.all([people.hiddenFrom(viewer), people.buddiesOf(viewer)])
      const { people: ranked } = await index.rank(viewer, {
        filter: 'all',
        exclude: [...hidden, ...buddies],
        // Some hide their match, so more are requested than needed.
        limit: 2 * MAX_NEIGHBORS,
      })
      const close = ranked.filter(({ score }) => percentOf(score) >= CLOSE_PERCENT).map(({ uid }) => uid)
      const shown = await showMatch(viewer, close)
      return close.filter((uid) => shown.has(uid)).slice(0, MAX_NEIGHBORS)
    },

    /** The percentage of each user (strangers unless `closeness` says otherwise). Users who hide it or have too little data are missing. */
    async percents(
      viewer: Uid,
      uids: readonly Uid[],
      closeness: (uid: Uid) => Exclude<Closeness, 'self'> = () => 'everyone',
    ): Promise<Map<Uid, number>> {
      const shown = [...(await showMatch(viewer, uids))]
      const totals = await index.pairTotals(shown.map((uid): Couple => [viewer, uid, closeness(uid)]))
      return new Map(
        shown.flatMap((uid, position): [Uid, number][] => {
          const percent = totals[position] ? shownPercent(totals[position]) : null
          return percent === null ? [] : [[uid, percent]]
        }),
      )
    },
  }
}
