import type { SyncedSource } from '#contract/taste/taste.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { ProviderList, ProviderPage, ProviderPlay } from '#server/providers/provider.ts'
import { addPlays, packPlay, type Plays } from './play-times.ts'
import type { Access } from './sources.access.ts'
import { isConnectable, type ItemResolver, type SourceProviders, type SourceRow } from './sources.types.ts'

/** Reads one source, by token or by name. */
export type SourceReader = {
  lists: readonly ProviderList[]
  recentList: string | undefined
  /** @throws ProviderError */
  page: (row: SourceRow, list: string, from: string | null) => Promise<ProviderPage>
}

/** Returns null for a source that is not enabled. */
export type FindSourceReader = (source: SyncedSource) => SourceReader | null

export function createSourceReaders({ providers, access }: { providers: SourceProviders; access: Access }): FindSourceReader {
  return (source) => {
    if (isConnectable(source)) {
      const provider = providers[source]?.provider
      if (!provider) return null
      const { lists, recentList, page } = provider
      return { lists, recentList, page: (row, list, from) => access.withToken(provider, row.uid, (token) => page(token, list, from)) }
    }
    const provider = providers[source]?.provider
    if (!provider) return null
    const { lists, recentList, page } = provider
    return { lists, recentList, page: ({ accountName }, list, from) => page(requireAccountName(accountName), list, from) }
  }
}

function requireAccountName(accountName: string | null): string {
  if (accountName === null) throw new ProviderError('unknown', 'no name is linked')
  return accountName
}

/** Recent plays: each counts for its track and its artist. */
export const playedRows = (plays: readonly ProviderPlay[]) =>
  plays.flatMap(({ name, by, spotify_id, artist_spotify_id, at }) => [
    { row: { kind: 'track' as const, name, by, spotify_id, youtube_id: null }, at },
    { row: { kind: 'artist' as const, name: by, by: null, spotify_id: artist_spotify_id, youtube_id: null }, at },
  ])

/** Recent plays by item; `items` are the items of `played`, in order. */
export function playsByItem(played: ReturnType<typeof playedRows>, items: readonly string[]): (Plays & { itemId: string })[] {
  const byItem = new Map<string, Plays>()
  for (const [index, { at: time }] of played.entries()) {
    const itemId = items[index]
    const play = { times: [packPlay(Math.floor(time / 60_000), 0)], days: [] }
    if (itemId !== undefined) byItem.set(itemId, addPlays(byItem.get(itemId) ?? { times: [], days: [] }, play))
  }
  return Array.from(byItem, ([itemId, all]) => ({ itemId, ...all }))
}

/** These plays with the items of the catalog. */
export async function resolvePlays(media: ItemResolver, plays: readonly ProviderPlay[]): Promise<(Plays & { itemId: string })[]> {
  const played = playedRows(plays)
  return playsByItem(played, await media.resolve(played.map(({ row }) => row)))
}
