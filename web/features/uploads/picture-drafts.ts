/* Stores pictures of drafts in IndexedDB until they are sent or the user signs out. Without a usable database nothing is stored and
   nothing fails. */
import type { UploadedPicture } from '#contract/uploads.ts'
import { logger } from '#web/platform/log.ts'

const log = logger('uploads')

export type StoredDraftPicture = {
  /** The original file; null for a draft restored from an upload. */
  file: File | null
  alt: string
  stored: UploadedPicture | null
  /** When it was stored, in milliseconds since 1970: the server deletes unattached pictures after a day. */
  storedAtMs: number
}

export type PictureDrafts = {
  load(): Promise<readonly StoredDraftPicture[]>
  /** Replaces the stored pictures; an empty list deletes them. */
  save(pictures: readonly StoredDraftPicture[]): Promise<void>
}

const DATABASE = 'wavelength-drafts'
const STORE = 'pictures'

export function pictureDrafts(name: string): PictureDrafts {
  return {
    async load() {
      // Only `save` writes here; data of other versions is ignored below.
      const found = (await withStore('readonly', (store) => store.get(name))) as { pictures?: unknown } | null | undefined
      return Array.isArray(found?.pictures) ? (found.pictures as StoredDraftPicture[]) : []
    },
    async save(pictures) {
      if (pictures.length === 0) await withStore('readwrite', (store) => store.delete(name))
      else await withStore('readwrite', (store) => store.put({ name, pictures }))
    },
  }
}

/** Deletes all drafts but these, so that the next user of this browser does not see them. */
export async function deletePictureDrafts(kept: readonly string[] = []): Promise<void> {
  const names = (await withStore('readonly', (store) => store.getAllKeys())) ?? []
  const isKept = (name: IDBValidKey) => typeof name === 'string' && kept.includes(name)
  for (const name of names) if (!isKept(name)) await withStore('readwrite', (store) => store.delete(name))
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await open()
    try {
      return await resultOf(work(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch (error) {
    log.warn('draft pictures could not be stored or loaded', { why: String(error) })
    return null
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: 'name' })
  return resultOf(request)
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database request failed'))
  })
}
