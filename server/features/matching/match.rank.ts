import type { Uid } from '#contract/base/ids.ts'
import type { MatchFilter } from '#contract/taste.ts'
import type { MatchEngine } from './index/index-engine.ts'
import type { RankCursor } from './match.present.ts'
import type { TastePeople } from './taste-people.ts'
import type { TasteStore } from './taste.store.ts'

export type RankDeps = { index: Pick<MatchEngine, 'rank'>; store: Pick<TasteStore, 'listDismissed'>; people: TastePeople }

/** What people are narrowed down to. */
export type SuggestionFilter = {
  filter: MatchFilter
  /** Which part of a large crowd; see `RankQuery`. */
  window?: number
  /** Who speaks this language. */
  language?: string | undefined
  /** Who was here lately. */
  isActive?: boolean | undefined
}

/** Profiles that are remembered to exist. */
const MAX_CACHED_PROFILES = 100_000
/** Who was here within this time counts as active. */
const ACTIVE_WITHIN_DAYS = 30
/** What one unit of Adamic-Adar adds to a suggestion: a mutual buddy with ten buddies adds about 20%. Found on made-up friendships. */
export const MUTUALS_WORTH = 0.5

/** What a suggestion is based on more than on the other. */
export type Basis = 'taste' | 'mutual_buddies'
export type Suggestion = RankCursor & { basis: Basis }

/** One window of strangers. `total` is that of all windows, null where it would take reading all of them. */
export type SuggestionWindow = { people: Suggestion[]; total: number | null; isLast: boolean }

/** Ranks everybody for one person. */
export function createRanking({ index, store, people }: RankDeps) {
  /** Whoever was seen with a profile: profiles are not taken back while the account exists. */
  const withProfile = new Set<Uid>()

  /** Those who have set up their profile: picks are saved before it, and nobody is suggested without a name. */
  async function withProfiles(uids: readonly Uid[]): Promise<Set<Uid>> {
    const unsure = uids.filter((uid) => !withProfile.has(uid))
    if (withProfile.size > MAX_CACHED_PROFILES) withProfile.clear()
    const found = unsure.length > 0 ? [...(await people.cards(unsure)).keys()] : []
    for (const uid of found) withProfile.add(uid)
    const isThere = new Set(found)
    return new Set(uids.filter((uid) => isThere.has(uid) || withProfile.has(uid)))
  }

  return {
    existing: withProfiles,

    /**
     * Those whom the viewer might want to meet, the best suggestion first: nobody with a block between them, no buddies,
     * and nobody dismissed. They are ordered by taste and mutual buddies together; the percentage that is shown is taste alone.
     */
    async suggestionsFor(viewer: Uid, { filter, window = 0, language, isActive }: SuggestionFilter): Promise<SuggestionWindow> {
      const [hidden, dismissed, buddies] = await Promise.all([
        people.hiddenFrom(viewer),
        store.listDismissed(viewer),
        people.buddiesOf(viewer),
      ])
      const without = [...hidden, ...dismissed, ...buddies]
      const { people: ranked, total, isLast } = await index.rank(viewer, { filter, exclude: without, window })
      const uids = ranked.map(({ uid }) => uid)
      const isNarrowed = language !== undefined || isActive === true
      const [known, fitting, mutual] = await Promise.all([
        withProfiles(uids),
        isNarrowed ? people.filterUsers(uids, { language, activeWithinDays: isActive ? ACTIVE_WITHIN_DAYS : undefined }) : null,
        people.mutualStrengths(viewer, uids),
      ])
      const strangers = ranked
        .filter(({ uid }) => known.has(uid) && (fitting?.has(uid) ?? true))
        .map(({ uid, score }): Suggestion => {
          const byBuddies = MUTUALS_WORTH * (mutual.get(uid) ?? 0)
          return { window, uid, score: score + byBuddies, basis: byBuddies > score ? 'mutual_buddies' : 'taste' }
        })
        .toSorted(byRank)
      const isWhole = window === 0 && isLast
      return { people: strangers, total: isWhole ? strangers.length : isNarrowed ? null : total, isLast }
    },
  }
}

export function byRank(one: RankCursor, two: RankCursor): number {
  return one.window - two.window || two.score - one.score || (one.uid < two.uid ? -1 : 1)
}
