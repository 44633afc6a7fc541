/* Caches the server's answers in IndexedDB for offline reading. Where storage is unavailable (private windows), each operation rejects
   and the caller continues without it. */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { indexedDatabase } from './indexed-database.ts'
import { logger } from './log.ts'

export type CachedAnswer = { hash: string; me: string; key: readonly unknown[]; data: unknown; at: number }

/** The storage backend. @throws the browser's storage error */
export type AnswerStore = {
  all(): Promise<CachedAnswer[]>
  /** Replaces all stored answers. */
  replace(answers: readonly CachedAnswer[]): Promise<void>
}

const MAX_ANSWERS = 100
const WRITE_DELAY_MS = 1_000

const log = logger('cached-answers')
/** Number of times the cache was cleared: writes scheduled before a clear are dropped. */
let clearCount = 0

/** Caches what this user has loaded and loads from now on, for calls that `isKept` accepts. Returns a function that stops. */
export function cacheAnswers(
  client: QueryClient,
  me: string,
  isKept: (key: readonly unknown[]) => boolean,
  store: AnswerStore = indexed,
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
      if (!isOver && since === clearCount) await store.replace(newest.slice(0, MAX_ANSWERS))
    } catch (error) {
      log.warn('answer cache write failed', { why: String(error) })
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

/** Restores the user's cached answers into the query cache with their original age. Returns their keys. */
export async function restoreCachedAnswers(
  client: QueryClient,
  me: string,
  store: AnswerStore = indexed,
): Promise<readonly (readonly unknown[])[]> {
  try {
    const mine = (await store.all()).filter((kept) => kept.me === me && kept.hash === hashKey(kept.key))
    for (const { key, data, at } of mine) {
      if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: at })
    }
    return mine.map(({ key }) => key)
  } catch (error) {
    log.warn('answer cache read failed', { why: String(error) })
    return []
  }
}

/** Clears the cache of all users. */
export async function clearCachedAnswers(store: AnswerStore = indexed): Promise<void> {
  clearCount++
  try {
    await store.replace([])
  } catch (error) {
    log.error('answer cache could not be cleared', { why: String(error) })
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

const indexed: AnswerStore = {
  // Only `replace` below writes to this store.
  all: () => inDatabase<CachedAnswer[]>('answers', 'readonly', (store) => store.getAll()),
  replace: (answers) =>
    inDatabase('answers', 'readwrite', (store) => {
      const cleared = store.clear()
      for (const response of answers) store.put(response)
      return cleared
    }),
}
