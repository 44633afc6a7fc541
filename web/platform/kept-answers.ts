/* Answers of the server as they were last read, kept in the browser so that they can be read without a network. Where nothing
   may be kept (private windows), each use is refused and its caller does without. */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { logger } from './log.ts'

export type KeptAnswer = { hash: string; me: string; key: readonly unknown[]; data: unknown; at: number }

/** Where they are kept. @throws whatever the browser refuses with */
export type AnswerStore = {
  all(): Promise<KeptAnswer[]>
  /** In place of all that was there. */
  replace(answers: readonly KeptAnswer[]): Promise<void>
}

const MOST = 60
const WRITE_AFTER_MS = 1_000
const DATABASE = 'wavelength-answers'
const STORE = 'answers'

const log = logger('kept-answers')
/** How often all of it was forgotten: what was gathered before that is not written any more. */
let timesForgotten = 0

/** Keeps what that person has read and reads from now on, of the calls that `isKept` names. Returns a function that stops. */
export function keepAnswers(
  client: QueryClient,
  me: string,
  isKept: (key: readonly unknown[]) => boolean,
  store: AnswerStore = indexed,
): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  async function write(): Promise<void> {
    timer = undefined
    const since = timesForgotten
    try {
      const before = (await store.all()).filter((kept) => kept.me === me)
      const now = client
        .getQueryCache()
        .getAll()
        .flatMap((query) => {
          const { data, dataUpdatedAt: at } = query.state
          return data === undefined || !isKept(query.queryKey)
            ? []
            : [{ hash: query.queryHash, me, key: query.queryKey, data: firstPage(data), at }]
        })
      const newest = [...new Map([...before, ...now].map((kept) => [kept.hash, kept])).values()].toSorted((a, b) => b.at - a.at)
      // Whoever has signed out meanwhile keeps nothing.
      if (!isOver && since === timesForgotten) await store.replace(newest.slice(0, MOST))
    } catch (error) {
      log.warn('nothing is kept for later', { why: String(error) })
    }
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS)
  }
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isKept(event.query.queryKey)) writeSoon()
  })
  // What was read before this began.
  writeSoon()
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Puts what was kept for that person where pages look for it, as old as it is. Gives the keys. */
export async function restoreAnswers(
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
    log.warn('there is nothing from before', { why: String(error) })
    return []
  }
}

/** Forgets all of it, whoever's it is. */
export async function forgetAnswers(store: AnswerStore = indexed): Promise<void> {
  timesForgotten++
  try {
    await store.replace([])
  } catch (error) {
    log.error('what was kept could not be cleared', { why: String(error) })
  }
}

/** Of a list that was read on and on, the beginning is enough. */
function firstPage(data: unknown): unknown {
  const isPaged = typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
  if (!isPaged || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'hash' })
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('the database of answers can’t be opened'))
  })
  return opening
}

const indexed: AnswerStore = {
  async all() {
    const request = (await open()).transaction(STORE).objectStore(STORE).getAll()
    return new Promise((resolve, reject) => {
      // Only `replace` below puts anything there.
      request.onsuccess = () => resolve(request.result as KeptAnswer[])
      request.onerror = () => reject(request.error ?? new Error('nothing can be read'))
    })
  },
  async replace(answers) {
    const transaction = (await open()).transaction(STORE, 'readwrite')
    const kept = transaction.objectStore(STORE)
    kept.clear()
    for (const answer of answers) kept.put(answer)
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('nothing was kept'))
    })
  },
}
