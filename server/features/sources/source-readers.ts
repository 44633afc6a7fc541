import type { SyncedSource } from '#contract/taste.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { ProviderList, ProviderPage } from '#server/providers/provider.ts'
import type { Access } from './sources.access.ts'
import { isConnectable, type SourceProviders, type SourceRow } from './sources.types.ts'

/** How one source is read, whether it wants a token or a name. */
export type Door = {
  lists: readonly ProviderList[]
  /** @throws ProviderError */
  page: (row: SourceRow, list: string, from: string | null) => Promise<ProviderPage>
}

/** Null for a source that this installation does not offer (any more). */
export type DoorOf = (source: SyncedSource) => Door | null

export function createDoors({ providers, access }: { providers: SourceProviders; access: Access }): DoorOf {
  return (source) => {
    if (isConnectable(source)) {
      const provider = providers[source]?.provider
      if (!provider) return null
      const { lists, page } = provider
      return { lists, page: (row, list, from) => access.with(provider, row.uid, (token) => page(token, list, from)) }
    }
    const provider = providers[source]?.provider
    if (!provider) return null
    const { lists, page } = provider
    return { lists, page: ({ accountName }, list, from) => page(nameIn(accountName), list, from) }
  }
}

function nameIn(accountName: string | null): string {
  if (accountName === null) throw new ProviderError('unknown', 'no name is linked')
  return accountName
}
