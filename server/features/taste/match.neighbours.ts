import type { Uid } from '#contract/ids.ts'
import { percentOf } from './match.calibration.ts'
import type { MatchIndex } from './match.index.ts'
import { shownPercent } from './match.present.ts'
import { byRank } from './match.rank.ts'
import type { TastePeople } from './taste.people.ts'

export type NeighboursDeps = {
  index: Pick<MatchIndex, 'rank' | 'middle' | 'pair'>
  people: Pick<TastePeople, 'hiddenFrom' | 'buddiesOf'>
  /** Those of `owners` who show the viewer how well they match. */
  showMatch(viewer: Uid, owners: readonly Uid[]): Promise<ReadonlySet<Uid>>
}

/** From so many per cent on somebody counts as close. */
const CLOSE_PERCENT = 50
const MOST = 200

/** People close in taste, for features above that bring their things together. */
export function createNeighbours({ index, people, showMatch }: NeighboursDeps) {
  return {
    /** Strangers on the viewer's wavelength, the closest first: no buddies, nobody with a block, and only who shows the match. */
    async closest(viewer: Uid): Promise<Uid[]> {
      const [hidden, buddies] = await Promise.all([people.hiddenFrom(viewer), people.buddiesOf(viewer)])
      const left = new Set([...hidden, ...buddies])
      const middle = index.middle()
      const close = index
        .rank(viewer)
        .map(({ uid, score }) => ({ uid, score: score.score }))
        .filter(({ uid, score }) => !left.has(uid) && percentOf(score, middle) >= CLOSE_PERCENT)
        .toSorted(byRank)
        // Some may not show their match; so many more are asked about than needed, and no thousands.
        .slice(0, 2 * MOST)
        .map(({ uid }) => uid)
      const shown = await showMatch(viewer, close)
      return close.filter((uid) => shown.has(uid)).slice(0, MOST)
    },

    /** How well each of these strangers matches the viewer; whoever does not show it, or loves too little to tell, is missing. */
    async percents(viewer: Uid, uids: readonly Uid[]): Promise<Map<Uid, number>> {
      const percents = new Map<Uid, number>()
      for (const uid of await showMatch(viewer, uids)) {
        const percent = shownPercent(index.pair(viewer, uid, 'everyone'))
        if (percent !== null) percents.set(uid, percent)
      }
      return percents
    },
  }
}
