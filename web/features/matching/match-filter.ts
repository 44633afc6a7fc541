import type { MatchFilter } from '#contract/taste.ts'

/** What people are narrowed down to. */
export type MatchQuery = { filter: MatchFilter; language?: string | undefined; active?: 'yes' | undefined }

/** A filter as it stands in an address; anything else is everything. */
export function matchFilterOf(text: string | null): MatchFilter {
  return text === 'music' || text === 'video' ? text : 'all'
}

/** What an address asks for; nonsense in it is left out. */
export function matchQueryOf(search: URLSearchParams): MatchQuery {
  const language = search.get('language') ?? ''
  return {
    filter: matchFilterOf(search.get('filter')),
    ...(/^[a-z]{2,3}$/.test(language) ? { language } : {}),
    ...(search.get('active') === 'yes' ? { active: 'yes' as const } : {}),
  }
}

/** The same as it stands in the address. */
export function searchOf({ filter, language, active }: MatchQuery): Record<string, string> {
  return { ...(filter === 'all' ? {} : { filter }), ...(language ? { language } : {}), ...(active ? { active } : {}) }
}

export const isNarrowed = ({ filter, language, active }: MatchQuery): boolean =>
  filter !== 'all' || language !== undefined || active !== undefined
