import type { Uid } from '#contract/ids.ts'
import type { MatchFilter } from '#contract/taste.ts'
import type { MatchIndex, Ranked } from './match.index.ts'
import type { RankCursor } from './match.present.ts'
import type { TastePeople } from './taste.people.ts'
import type { TasteStore } from './taste.store.ts'

export type RankDeps = { index: MatchIndex; store: Pick<TasteStore, 'dismissedBy'>; people: TastePeople }

/** Ranks everybody for one person. */
export function createRanking({ index, store, people }: RankDeps) {
  /** Whoever was seen with a profile: profiles are not taken back while the account exists. */
  const withProfile = new Set<Uid>()

  /** Those who have set up their profile: picks are saved before it, and nobody is suggested without a name. */
  async function existing(uids: readonly Uid[]): Promise<Set<Uid>> {
    const unsure = uids.filter((uid) => !withProfile.has(uid))
    if (unsure.length > 0) for (const uid of (await people.cards(unsure)).keys()) withProfile.add(uid)
    return new Set(uids.filter((uid) => withProfile.has(uid)))
  }

  return {
    existing,

    /**
     * Everybody whom the viewer might want to meet, the closest first: nobody with a block between them, no buddies, and
     * nobody dismissed. With a filter only those who share something on that side; without one the others follow at 0.
     */
    async strangersOf(viewer: Uid, filter: MatchFilter): Promise<RankCursor[]> {
      const [hidden, dismissed, buddies] = await Promise.all([
        people.hiddenFrom(viewer),
        store.dismissedBy(viewer),
        people.buddiesOf(viewer),
      ])
      const left = new Set([viewer, ...hidden, ...dismissed, ...buddies])
      const scores = new Map(index.rank(viewer).map((ranked) => [ranked.uid, figureOf(ranked, filter)]))
      const candidates = index.uids().filter((uid) => !left.has(uid) && (filter === 'all' || (scores.get(uid) ?? 0) > 0))
      const known = await existing(candidates)
      return candidates
        .filter((uid) => known.has(uid))
        .map((uid) => ({ uid, score: scores.get(uid) ?? 0 }))
        .toSorted(byRank)
    },
  }
}

function figureOf({ score }: Ranked, filter: MatchFilter): number {
  if (filter === 'all') return score.score
  return filter === 'music' ? score.music : score.video
}

export function byRank(one: RankCursor, two: RankCursor): number {
  return two.score - one.score || (one.uid < two.uid ? -1 : 1)
}
