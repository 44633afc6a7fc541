import type { Uid } from '#contract/base/ids.ts'
import { percentOf } from './calibration.ts'
import type { MatchEngine } from './index/index-engine.ts'
import { shownPercent } from './match.present.ts'
import type { Closeness } from './index/index-rows.ts'
import type { TastePeople } from './taste-people.ts'

export type NeighboursDeps = {
  index: Pick<MatchEngine, 'rank' | 'pair'>
  people: Pick<TastePeople, 'hiddenFrom' | 'buddiesOf'>
  /** Those of `owners` who show the viewer how well they match. */
  showMatch(viewer: Uid, owners: readonly Uid[]): Promise<ReadonlySet<Uid>>
}

/** From so many per cent on somebody counts as close. */
const CLOSE_PERCENT = 50
const MAX_NEIGHBOURS = 200

/** People close in taste, for features above that bring their things together. */
export function createNeighbours({ index, people, showMatch }: NeighboursDeps) {
  return {
    /** Strangers on the viewer's wavelength, the closest first: no buddies, nobody with a block, and only who shows the match. */
    async closest(viewer: Uid): Promise<Uid[]> {
      const [hidden, buddies] = await Promise.all([people.hiddenFrom(viewer), people.buddiesOf(viewer)])
      const { people: ranked } = await index.rank(viewer, {
        filter: 'all',
        exclude: [...hidden, ...buddies],
        // Some may not show their match; so many more are asked about than needed, and no thousands.
        limit: 2 * MAX_NEIGHBOURS,
      })
      const close = ranked.filter(({ score }) => percentOf(score) >= CLOSE_PERCENT).map(({ uid }) => uid)
      const shown = await showMatch(viewer, close)
      return close.filter((uid) => shown.has(uid)).slice(0, MAX_NEIGHBOURS)
    },

    /** How well each of these (strangers, unless `closeness` tells) matches the viewer; whoever does not show it, or loves too little to tell, is missing. */
    async percents(
      viewer: Uid,
      uids: readonly Uid[],
      closeness: (uid: Uid) => Exclude<Closeness, 'self'> = () => 'everyone',
    ): Promise<Map<Uid, number>> {
      const percents = new Map<Uid, number>()
      for (const uid of await showMatch(viewer, uids)) {
        const percent = shownPercent(await index.pair(viewer, uid, closeness(uid)))
        if (percent !== null) percents.set(uid, percent)
      }
      return percents
    },
  }
}
