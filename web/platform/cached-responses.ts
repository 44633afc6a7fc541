/* Caches the server's responses in IndexedDB for offline reading. Where storage is unavailable (private windows), each operation rejects
   and the caller continues without it. */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { indexedDatabase } from './storage/indexed-database.ts'
import { logger } from './log.ts'

export type CachedResponse = { hash: string; me: string; key: readonly unknown[]; data: unknown; at: number }

/** The storage backend. @throws the browser's storage error */
export type ResponseStore = {
  all(): Promise<CachedResponse[]>
  /** Replaces all stored responses. */
  replace(responses: readonly CachedResponse[]): Promise<void>
}

const MAX_RESPONSES = 100
const WRITE_DELAY_MS = 1_000

const log = logger('cached-responses')
/** Number of times the cache was cleared: writes scheduled before a clear are dropped. */
let clearCount = 0

/** Caches what this user has loaded and loads from now on, for calls that `isKept` accepts. Returns a function that stops. */
export function cacheResponses(
  client: QueryClient,
  me: string,
  isKept: (key: readonly unknown[]) => boolean,
  store: ResponseStore = indexed,
): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Responses that the server no longer allows for this user, because content was deleted or hidden by a block. */
  const removed = new Set<string>()
  async function write(): Promise<void> {
    timer = undefined
    const since = clearCount
    try {
      const before = (await store.all()).filter((kept) => kept.me === me && !removed.has(kept.hash))
      const now = client
        .getQueryCache()
        .getAll()
        .flatMap((query) => {
          const { data, dataUpdatedAt: at } = query.state
          return data === undefined || removed.has(query.queryHash) || !isKept(query.queryKey)
            ? []
            : [{ hash: query.queryHash, me, key: query.queryKey, data: firstPage(data), at }]
        })
      const newest = [...new Map([...before, ...now].map((kept) => [kept.hash, kept])).values()].toSorted((a, b) => b.at - a.at)
      // A sign-out in the meantime drops the write.
      if (!isOver && since === clearCount) await store.replace(newest.slice(0, MAX_RESPONSES))
    } catch (error) {
      log.warn('response cache write failed', { why: String(error) })
    }
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => void write(), WRITE_DELAY_MS)
  }
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query.queryKey)) return
    const { action, query } = event
    if (action.type === 'success') removed.delete(query.queryHash)
    else if (action.type === 'error' && isMissing(action.error)) removed.add(query.queryHash)
    else return
    writeSoon()
  })
  // Includes what was loaded before caching started.
  writeSoon()
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Restores the user's cached responses into the query cache with their original age. Returns their keys. */
export async function restoreCachedResponses(
  client: QueryClient,
  me: string,
  store: ResponseStore = indexed,
): Promise<readonly (readonly unknown[])[]> {
  try {
    const mine = (await store.all()).filter((kept) => kept.me === me && kept.hash === hashKey(kept.key))
    for (const { key, data, at } of mine) {
      if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: at })
    }
    return mine.map(({ key }) => key)
  } catch (error) {
    log.warn('response cache read failed', { why: String(error) })
    return []
  }
}

/** Clears the cache of all users. */
export async function clearCachedResponses(store: ResponseStore = indexed): Promise<void> {
  clearCount++
  try {
    await store.replace([])
  } catch (error) {
    log.error('response cache could not be cleared', { why: String(error) })
  }
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.failure.kind === 'missing'

/** Only the first page of a paged list is cached. */
function firstPage(data: unknown): unknown {
  const isPaged = typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
  if (!isPaged || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

const inDatabase = indexedDatabase('wavelength-answers', 1, { answers: 'hash' })

const indexed: ResponseStore = {
  // Only `replace` below writes to this store.
  all: () => inDatabase<CachedResponse[]>('answers', 'readonly', (store) => store.getAll()),
  replace: (responses) =>
    inDatabase('answers', 'readwrite', (store) => {
      const cleared = store.clear()
      for (const response of responses) store.put(response)
      return cleared
    }),
}
