/* Pictures of something that was begun and not sent, kept in this browser's database until it is sent or somebody signs out. Where there
   is no database, or it is full or forbidden, nothing is kept and nothing breaks. */
import type { UploadedPicture } from '#contract/uploads.ts'
import { logger } from '#web/platform/log.ts'

const log = logger('uploads')

export type KeptPicture = {
  /** As it was chosen; null for one that was only ever known as stored. */
  file: File | null
  alt: string
  stored: UploadedPicture | null
  /** When it was stored, in milliseconds since 1970: what hangs on nothing is swept by the server after a day. */
  storedAtMs: number
}

export type PictureDrafts = {
  load(): Promise<readonly KeptPicture[]>
  /** Replaces what was kept; nothing keeps nothing. */
  save(pictures: readonly KeptPicture[]): Promise<void>
}

const DATABASE = 'wavelength-drafts'
const STORE = 'pictures'

/** Those of one thing that is being written. */
export function pictureDrafts(name: string): PictureDrafts {
  return {
    async load() {
      // Only `save` writes here, and what an older version wrote is taken for nothing below.
      const found = (await quietly('readonly', (store) => store.get(name))) as { pictures?: unknown } | null | undefined
      return Array.isArray(found?.pictures) ? (found.pictures as KeptPicture[]) : []
    },
    async save(pictures) {
      if (pictures.length === 0) await quietly('readwrite', (store) => store.delete(name))
      else await quietly('readwrite', (store) => store.put({ name, pictures }))
    },
  }
}

/** Forgets them all: the next person at this browser has not chosen them. */
export async function forgetPictureDrafts(): Promise<void> {
  await quietly('readwrite', (store) => store.clear())
}

async function quietly<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await open()
    try {
      return await done(work(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch (error) {
    log.warn('pictures of a draft could not be kept or found', { why: String(error) })
    return null
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: 'name' })
  return done(request)
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser’s database refused'))
  })
}
