import type { MatchFilter } from '#contract/taste.ts'

/** A filter as it stands in an address; anything else is everything. */
export function matchFilterOf(text: string | null): MatchFilter {
  return text === 'music' || text === 'video' ? text : 'all'
}
