import { windowStart, type RankCursor } from './match.present.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import type { MatchEngine } from './index/index-engine.ts'
import type { TastePeople } from './taste-people.ts'
import type { TasteStore } from './taste.store.ts'

export type RankDeps = { index: Pick<MatchEngine, 'rank'>; store: Pick<TasteStore, 'listDismissed'>; people: TastePeople }

export type SuggestionFilter = {
  filter: MatchFilter
  /** Window of a large crowd; see `RankQuery`. */
  window?: number
  /** Only users who speak this language. */
  language?: string | undefined
  isActive?: boolean | undefined
}

const MAX_CACHED_PROFILES = 100_000
/** Users seen within this time are active. */
const ACTIVE_WITHIN_DAYS = 30
/** Score per unit of Adamic-Adar: a mutual buddy with ten buddies adds about 30%. See docs/decisions/0006. */
export const MUTUAL_BUDDIES_WEIGHT = 0.75

/** Users who are compared because of mutual buddies, however little of their taste is shared. */
const MAX_BY_MUTUAL = 100

/** The larger part of a suggestion's score. */
export type Basis = 'taste' | 'mutual_buddies'
export type Suggestion = RankCursor & { basis: Basis }

/** One window of suggestions. `total` counts all windows; null when that would require reading all. */
export type SuggestionWindow = { people: Suggestion[]; total: number | null; isLast: boolean }

export function createRanking({ index, store, people }: RankDeps) {
  /** Users known to have a profile, which never disappears while the account exists. */
  const knownProfiles = new Set<Uid>()

  /** Returns users with a profile: picks are saved before it, and suggestions need a name. */
  async function withProfiles(uids: readonly Uid[]): Promise<Set<Uid>> {
    const unknown = uids.filter((uid) => !knownProfiles.has(uid))
    if (knownProfiles.size > MAX_CACHED_PROFILES) knownProfiles.clear()
    const found = unknown.length > 0 ? [...(await people.cards(unknown)).keys()] : []
    for (const uid of found) knownProfiles.add(uid)
    const existing = new Set(found)
    return new Set(uids.filter((uid) => existing.has(uid) || knownProfiles.has(uid)))
  }

  return {
    existing: withProfiles,

    /**
     * Suggests users, the best first, without blocked and dismissed users and buddies. The order combines taste and mutual buddies; the
     * percentage shows taste only.
     */
    async suggestionsFor(viewer: Uid, { filter, window = 0, language, isActive }: SuggestionFilter): Promise<SuggestionWindow> {
      const [hidden, dismissed, buddies, closest] = await Promise.all([
        people.hiddenFrom(viewer),
        store.listDismissed(viewer),
        people.buddiesOf(viewer),
        people.closestByMutual(viewer, MAX_BY_MUTUAL),
      ])
      const exclude = new Set([...hidden, ...dismissed, ...buddies])
      const include = closest.filter((uid) => !exclude.has(uid))
      const { people: ranked, total, isLast } = await index.rank(viewer, { filter, exclude: [...exclude], include, window })
      const uids = ranked.map(({ uid }) => uid)
      const isNarrowed = language !== undefined || isActive === true
      const [relations, matching, mutual] = await Promise.all([
        withProfiles(uids),
        isNarrowed ? people.filterUsers(uids, { language, activeWithinDays: isActive ? ACTIVE_WITHIN_DAYS : undefined }) : null,
        people.mutualStrengths(viewer, uids),
      ])
      const suggestions = ranked
        .filter(({ uid }) => relations.has(uid) && (matching?.has(uid) ?? true))
        .map(({ uid, score }): Suggestion => {
          const byBuddies = MUTUAL_BUDDIES_WEIGHT * (mutual.get(uid) ?? 0)
          return { window, uid, score: score + byBuddies, basis: byBuddies > score ? 'mutual_buddies' : 'taste' }
        })
        .toSorted(byRank)
      const isWhole = window === 0 && isLast
      return { people: suggestions, total: isWhole ? suggestions.length : isNarrowed ? null : total, isLast }
    },
  }
}

export function byRank(a: RankCursor, b: RankCursor): number {
  return a.window - b.window || b.score - a.score || (a.uid < b.uid ? -1 : 1)
}

/** Windows read per page of a filtered large crowd. */
const MAX_WINDOWS_PER_PAGE = 5

/**
 * Reads the next users after a cursor, from as many windows as needed. A page of a filtered crowd may be short or
 * empty although `next` is set. `total` is the number of the first window.
 */
export async function pageAfter(after: RankCursor, limit: number, readWindow: (window: number) => Promise<SuggestionWindow>) {
  const found: Suggestion[] = []
  let total: number | null = null
  for (let window = after.window; ; window++) {
    const suggestions = await readWindow(window)
    if (window === after.window) total = suggestions.total
    found.push(...suggestions.people.filter((person) => byRank(after, person) < 0))
    if (found.length > limit) return { people: found.slice(0, limit), total, next: found[limit - 1] ?? null }
    if (suggestions.isLast) return { people: found, total, next: null }
    if (window - after.window === MAX_WINDOWS_PER_PAGE - 1) return { people: found, total, next: windowStart(window + 1) }
  }
}
