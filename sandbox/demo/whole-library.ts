import type { ProviderPage, TasteProvider } from '#server/providers/provider.ts'
import type { EnabledProvider, SourceProviders } from '#server/features/sources/sources.types.ts'

/** The same providers, but a sync gets each account as one page: every page costs the sync some thirty statements. */
export function asWholeLibraries({ spotify, youtube, ...others }: SourceProviders): SourceProviders {
  return { ...others, ...(spotify ? { spotify: wholeLibrary(spotify) } : {}), ...(youtube ? { youtube: wholeLibrary(youtube) } : {}) }
}

function wholeLibrary(enabled: EnabledProvider<TasteProvider>): EnabledProvider<TasteProvider> {
  const { provider } = enabled
  const page = async (token: string): Promise<ProviderPage> => {
    const pages = (await Promise.all(provider.lists.map(({ name }) => pagesOf(provider, token, name)))).flat()
    const read = pages.reduce((sum, entry) => sum + entry.read, 0)
    return { rows: pages.flatMap(({ rows }) => rows), plays: pages.flatMap(({ plays = [] }) => plays), read, next: null, total: read }
  }
  return { ...enabled, provider: { ...provider, lists: provider.lists.slice(0, 1), page } }
}

async function pagesOf(provider: TasteProvider, token: string, list: string): Promise<ProviderPage[]> {
  const pages: ProviderPage[] = []
  let from: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next one starts
    const page: ProviderPage = await provider.page(token, list, from)
    pages.push(page)
    from = page.next
  } while (from !== null)
  return pages
}
