import type { MatchFilter } from '#contract/taste/taste.ts'

export type MatchQuery = { filter: MatchFilter; language?: string | undefined; active?: 'yes' | undefined }

/** A filter in the format of the address. Unknown values count as no filter. */
function matchFilterOf(text: string | null): MatchFilter {
  return text === 'music' || text === 'video' ? text : 'all'
}

/** Parses the filters of an address; invalid ones are left out. */
export function matchQueryOf(search: URLSearchParams): MatchQuery {
  const language = search.get('language') ?? ''
  return {
    filter: matchFilterOf(search.get('filter')),
    ...(/^[a-z]{2,3}$/.test(language) ? { language } : {}),
    ...(search.get('active') === 'yes' ? { active: 'yes' as const } : {}),
  }
}

/** Formats filters for the address. */
export function searchOf({ filter, language, active }: MatchQuery): Record<string, string> {
  return { ...(filter === 'all' ? {} : { filter }), ...(language ? { language } : {}), ...(active ? { active } : {}) }
}

export const hasFilter = ({ filter, language, active }: MatchQuery): boolean =>
  filter !== 'all' || language !== undefined || active !== undefined
