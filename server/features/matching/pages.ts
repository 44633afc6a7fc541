import { windowStart, type RankCursor } from './match.present.ts'
import { byRank, type Suggestion, type SuggestionWindow } from './match.rank.ts'

/** Windows of a large crowd that one page looks through for those who fit. */
const MAX_WINDOWS_PER_PAGE = 5

/**
 * The next people after a place, out of as many windows as they need. Where few of a large crowd fit, a page may be short, or
 * empty, although `next` tells that others may come. `total` is as the first window has it.
 */
export async function pageAfter(after: RankCursor, limit: number, ask: (window: number) => Promise<SuggestionWindow>) {
  const found: Suggestion[] = []
  let total: number | null = null
  for (let window = after.window; ; window++) {
    const strangers = await ask(window)
    if (window === after.window) total = strangers.total
    found.push(...strangers.people.filter((one) => byRank(after, one) < 0))
    if (found.length > limit) return { people: found.slice(0, limit), total, next: found[limit - 1] ?? null }
    if (strangers.isLast) return { people: found, total, next: null }
    if (window - after.window === MAX_WINDOWS_PER_PAGE - 1) return { people: found, total, next: windowStart(window + 1) }
  }
}
