import { callPattern } from '#contract/base/call.ts'
import type { Item } from '#contract/media.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { folderCalls } from '#contract/taste/folders.ts'
import { shareSearchCalls, type ShareResult, type ShareSection } from '#contract/taste/share-search.ts'
import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { queryClient } from '#web/platform/query.ts'

const MAX_RESULTS = 8
const [SAVED, FOLDER, SEARCH, LIST] = [
  discoverCalls.getSaved,
  folderCalls.getFolder,
  shareSearchCalls.searchToShare,
  tasteListCalls.getTasteList,
].map((call): unknown => callPattern(call))

/** Finds an item among what this device has read of the user's own lists, for a search without a network. */
export function localResults(text: string, kind: 'track' | 'video' | null, me: string | null): ShareResult[] {
  const found = new Map<string, Item>()
  for (const [key, data] of queryClient.getQueriesData({})) {
    for (const item of itemsIn(ownPart(key, data, me)))
      if (startsLikeTyped(`${item.name} ${item.by ?? ''}`, text)) found.set(`${item.kind} ${item.id}`, item)
  }
  return [...found.values()]
    .filter((item) => (item.spotify_id ?? item.youtube_id) !== null && (kind === null || item.kind === kind))
    .slice(0, MAX_RESULTS)
    .map((item) => ({ section: 'library', item, person: null }))
}

/** The part of an answer that is the user's own: folders and lists can be others', and a search also finds others' items. */
function ownPart([call, params]: readonly unknown[], data: unknown, me: string | null): unknown {
  if (call === SAVED) return data
  if (call === LIST) return fieldOf(params, 'uid') === me ? data : null
  if (call === FOLDER) return fieldOf(data, 'is_mine') === true ? data : null
  const results = call === SEARCH ? fieldOf(data, 'results') : null
  return Array.isArray(results) ? results.filter((result) => OWN_SECTIONS.has(fieldOf(result, 'section'))) : null
}

const OWN_SECTIONS: ReadonlySet<unknown> = new Set<ShareSection>(['recent', 'library'])

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** All items in an answer, wherever they are in it. */
function itemsIn(value: unknown): Item[] {
  if (typeof value !== 'object' || value === null) return []
  // The cache contains only parsed answers, in which only items have a platform's id and a kind.
  if ('spotify_id' in value && 'kind' in value) return [value as Item]
  return Object.values(value).flatMap(itemsIn)
}

/** The words of a search; dashes between artist and title don't count as words. */
export const typedWords = (typed: string): string[] => typed.split(/[\s–—-]+/u).filter((word) => word !== '')

/** Whether each typed word begins a word of the text. */
function startsLikeTyped(text: string, typed: string): boolean {
  const words = typedWords(text.toLocaleLowerCase())
  return typedWords(typed.toLocaleLowerCase()).every((entry) => words.some((word) => word.startsWith(entry)))
}
