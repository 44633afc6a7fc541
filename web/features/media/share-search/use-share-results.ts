import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import { shareSearchCalls, type ShareSearchPlace, type ShareSection } from '#contract/taste/share-search.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { callQuery } from '#web/platform/query.ts'
import { localResults } from './local-results.ts'

/** Our own search answers within 100 ms of the last key, so its pause is short. */
const DEBOUNCE_MS = { here: 30, outside: 400 } as const
/** Platforms are searched from this length on, as the server does. */
const MIN_OUTSIDE = 3

export type KindFilter = 'all' | 'track' | 'video'
export type ShareRow = { key: string; item: Item; person: PersonCard | null }
export type ShareGroup = { section: ShareSection; rows: ShareRow[] }
export type ShareResults = {
  groups: ShareGroup[]
  status: 'loading' | 'failed' | 'offline' | 'ready'
  /** Whether YouTube's search was not requested yet: its daily searches are few, so it runs on request. */
  canSearchYoutube: boolean
  searchYoutube: () => void
  isOutsideLoading: boolean
  /** Platforms whose search doesn't answer now. */
  busy: ShareSearchPlace[]
  retry: () => void
}

/** Results of this installation, of Spotify's search, and on request of YouTube's. Earlier results stay until newer ones arrive. */
export function useShareResults(typed: string, kind: KindFilter, to: string | null): ShareResults {
  const text = typed.trim()
  const [now] = useDebouncedValue(text, DEBOUNCE_MS.here)
  const [later] = useDebouncedValue(text, DEBOUNCE_MS.outside)
  const [onYoutube, setOnYoutube] = useState<string | null>(null)
  const isLong = later.length >= MIN_OUTSIDE
  const query = { ...(now === '' ? {} : { q: now }), ...(kind === 'all' ? {} : { kind }), ...(to === null ? {} : { to }) }
  const here = useQuery({ ...callQuery(shareSearchCalls.searchToShare, { query }), placeholderData: keepPreviousData })
  const spotify = useQuery(outsideQuery('spotify', later, isLong && kind !== 'video'))
  const youtube = useQuery(outsideQuery('youtube', later, isLong && onYoutube === later))
  const me = useMyUid()
  // Without a network, the user's own items that this device has read are searched.
  const isOffline = here.failureReason?.failure.kind === 'offline'
  const lists = [
    isOffline ? localResults(text, kind === 'all' ? null : kind, me) : (here.data?.results ?? []),
    isLong && kind !== 'video' ? (spotify.data?.results ?? []) : [],
    isLong && onYoutube === later ? (youtube.data?.results ?? []) : [],
  ]
  const isOff = youtube.data?.state === 'off'
  return {
    groups: groupsOf(lists.flat()),
    status: isOffline ? 'offline' : here.isError ? 'failed' : here.data ? 'ready' : 'loading',
    canSearchYoutube: !isOffline && isLong && kind !== 'track' && onYoutube !== later && !isOff,
    searchYoutube: () => setOnYoutube(later),
    isOutsideLoading: spotify.isFetching || youtube.isFetching,
    busy: [
      ...(isLong && spotify.data?.state === 'busy' ? (['spotify'] as const) : []),
      ...(isLong && onYoutube === later && youtube.data?.state === 'busy' ? (['youtube'] as const) : []),
    ],
    retry: () => void here.refetch(),
  }
}

const outsideQuery = (place: 'spotify' | 'youtube', text: string, enabled: boolean) =>
  callQuery(shareSearchCalls.searchToShare, { query: { q: text, in: place } }, { enabled, staleMs: 10 * 60_000 })

type Result = { section: ShareSection; item: Omit<Item, 'id'> & { id: string | null }; person: PersonCard | null }

/** Results by section in their order, each id of a platform once. */
function groupsOf(results: readonly Result[]): ShareGroup[] {
  const groups: ShareGroup[] = []
  const seen = new Set<string>()
  for (const { section, item, person } of results) {
    const ids = [item.spotify_id, item.youtube_id].filter((id) => id !== null).map((id) => `${item.kind} ${id}`)
    if (ids.some((id) => seen.has(id))) continue
    for (const id of ids) seen.add(id)
    // Results of a platform have no id here; theirs is also unique.
    const row = { key: ids.join(' '), item: { ...item, id: item.id ?? ids.join(' ') }, person }
    const group = groups.find((entry) => entry.section === section)
    if (group) group.rows.push(row)
    else groups.push({ section, rows: [row] })
  }
  return groups
}
