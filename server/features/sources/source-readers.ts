import type { SyncedSource } from '#contract/taste.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { ProviderList, ProviderPage } from '#server/providers/provider.ts'
import type { Access } from './sources.access.ts'
import { isConnectable, type SourceProviders, type SourceRow } from './sources.types.ts'

/** Reads one source, by token or by name. */
export type SourceReader = {
  lists: readonly ProviderList[]
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
      const { lists, page } = provider
      return { lists, page: (row, list, from) => access.withToken(provider, row.uid, (token) => page(token, list, from)) }
    }
    const provider = providers[source]?.provider
    if (!provider) return null
    const { lists, page } = provider
    return { lists, page: ({ accountName }, list, from) => page(requireAccountName(accountName), list, from) }
  }
}

function requireAccountName(accountName: string | null): string {
  if (accountName === null) throw new ProviderError('unknown', 'no name is linked')
  return accountName
}
