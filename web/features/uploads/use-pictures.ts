import { useEffect, useRef, useState, useEffectEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { uploadCalls, type PictureChoice, type UploadedPicture } from '#contract/uploads.ts'
import { visibleText } from '#contract/base/text.ts'
import { callApi } from '#web/platform/api-client.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { compressPicture } from './compress-picture.ts'
import type { StoredDraftPicture, PictureDrafts } from './picture-drafts.ts'
import type { StorageError } from './storage-errors.ts'
import { uploadPicture } from './upload-picture.ts'

export type DraftPicture = {
  key: string
  /** An object URL, available before the picture is stored. */
  preview: string
  alt: string
  state: 'sending' | 'stored' | 'failed'
  /** Set once it is stored. */
  stored: UploadedPicture | null
  /** Why it failed. */
  failure: StorageError | null
}
type UploadingPicture = DraftPicture & { file: File | null; ending: AbortController; storedAtMs: number }

/** A draft's picture counts as deleted after this time and is stored again; the server waits a day. */
const STORED_FOR_MS = 12 * 3_600_000

export type Pictures = {
  items: readonly DraftPicture[]
  /** The number of pictures that can still be added. */
  room: number
  /** A description is over its limit: the draft can't be sent. */
  isAltTooLong: boolean
  /** The number of chosen pictures that were over the limit and left out. */
  leftOut: number
  /** The stored pictures, in order, with their descriptions. */
  stored: UploadedPicture[]
  /** The pictures for the request. */
  choices: PictureChoice[]
  add: (files: readonly File[]) => void
  setAlt: (key: string, alt: string) => void
  /** Removes a picture, and deletes it from the server unless it is attached to something. */
  remove: (key: string) => void
  retry: (key: string) => void
  /** Restores stored pictures of a rejected draft before the others. There may be too many then. */
  bring: (pictures: readonly UploadedPicture[]) => void
  /** Clears the drafts after sending. */
  clear: () => void
}

/**
 * Picture drafts of a moment or message: each is compressed and stored at once, so that sending is fast.
 * @param path the folder below the user's own prefix
 * @param drafts where unsent pictures are stored; null: nowhere. Must be a stable object
 */
export function usePictures(path: string, drafts: PictureDrafts | null = null): Pictures {
  const [items, setItems] = useState<readonly UploadingPicture[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const change = (key: string, fields: Partial<UploadingPicture>) =>
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...fields } : item)))
  useRevokedPreviews(items)
  const toKeep = items.map(({ file, alt, stored: had, storedAtMs }) => ({ file, alt, stored: had, storedAtMs }))
  usePersistedPictures(drafts, toKeep, (found) => {
    const back = found.flatMap(restored)
    setItems((now) => [...back, ...now])
    for (const item of back) if (item.state === 'sending') void send(item)
  })

  async function send({ key, file, ending }: UploadingPicture) {
    if (!file) return
    change(key, { state: 'sending', failure: null })
    const result = await store(file, path, ending.signal)
    if (ending.signal.aborted) return
    change(
      key,
      typeof result === 'string' ? { state: 'failed', failure: result } : { state: 'stored', stored: result, storedAtMs: Date.now() },
    )
  }

  const sendUnsent = useEffectEvent(() => {
    for (const item of items) if (item.failure === 'retry-limit-exceeded') void send(item)
  })
  useEffect(() => onServerBack(() => sendUnsent()), [])

  const remaining = limits.pictures.max - items.length
  const stored = items.flatMap((item) => (item.stored ? [{ ...item.stored, alt: visibleText(item.alt) }] : []))
  return {
    items,
    room: remaining,
    leftOut,
    isAltTooLong: items.some(({ alt }) => visibleText(alt).length > limits.pictureAlt.max),
    stored,
    choices: stored.map(({ id, alt }) => ({ id, alt })),
    add(files) {
      const added = files.slice(0, Math.max(remaining, 0)).map(fresh)
      setLeftOut(files.length - added.length)
      setItems((now) => [...now, ...added])
      for (const item of added) void send(item)
    },
    setAlt: (key, alt) => change(key, { alt }),
    remove(key) {
      const item = items.find((entry) => entry.key === key)
      item?.ending.abort()
      if (item?.stored && item.file) void callApi(uploadCalls.discardPicture, { params: { id: item.stored.id } })
      setItems((now) => now.filter((picture) => picture.key !== key))
      setLeftOut(0)
    },
    retry(key) {
      const item = items.find((entry) => entry.key === key)
      if (item) void send(item)
    },
    bring: (pictures) => setItems((now) => [...pictures.map(storedPicture), ...now]),
    clear() {
      setItems([])
      setLeftOut(0)
    },
  }
}

async function store(file: File, path: string, signal: AbortSignal): Promise<UploadedPicture | StorageError> {
  const small = await compressPicture(file)
  if (!small) return 'unsuitable'
  let failure: StorageError = 'retry-limit-exceeded'
  const stored = await uploadPicture(small, { path, signal, onFailure: (error) => (failure = error) })
  return stored || failure
}

function fresh(file: File): UploadingPicture {
  const preview = URL.createObjectURL(file)
  return {
    key: preview,
    preview,
    alt: '',
    state: 'sending',
    stored: null,
    failure: null,
    file,
    ending: new AbortController(),
    storedAtMs: 0,
  }
}

/** A restored draft picture: uses the stored one while the server still has it, otherwise uploads it again. */
function restored({ file, alt, stored, storedAtMs }: StoredDraftPicture): UploadingPicture[] {
  const isThere = stored !== null && Date.now() - storedAtMs < STORED_FOR_MS
  if (file) return [{ ...fresh(file), alt, ...(isThere ? { state: 'stored' as const, stored, storedAtMs } : {}) }]
  return isThere ? [{ ...storedPicture(stored), alt, storedAtMs }] : []
}

function storedPicture(stored: UploadedPicture): UploadingPicture {
  return {
    key: stored.id,
    preview: stored.small_url,
    alt: stored.alt,
    state: 'stored',
    stored,
    failure: null,
    file: null,
    ending: new AbortController(),
    storedAtMs: Date.now(),
  }
}

/** Object URLs hold the file in memory until they are revoked. */
function useRevokedPreviews(items: readonly UploadingPicture[]) {
  const shown = useRef<readonly UploadingPicture[]>([])
  useEffect(() => {
    for (const { preview, key, file } of shown.current) {
      if (file && !items.some((item) => item.key === key)) URL.revokeObjectURL(preview)
    }
    shown.current = items
  }, [items])
  useEffect(
    () => () => {
      for (const { preview, file, ending } of shown.current) {
        ending.abort()
        if (file) URL.revokeObjectURL(preview)
      }
    },
    [],
  )
}

/** Stores picture drafts across reloads: restores them once, then saves every change. */
function usePersistedPictures(
  drafts: PictureDrafts | null,
  pictures: readonly StoredDraftPicture[],
  bringBack: (pictures: readonly StoredDraftPicture[]) => void,
): void {
  const isLoaded = useRef(false)
  const restore = useEffectEvent((found: readonly StoredDraftPicture[]) => {
    isLoaded.current = true
    if (found.length > 0) bringBack(found)
    // Saves pictures that were added while the database was being read.
    else if (pictures.length > 0) void drafts?.save(pictures)
  })
  useEffect(() => {
    let isOver = false
    isLoaded.current = false
    void drafts?.load().then((found) => !isOver && restore(found))
    return () => void (isOver = true)
  }, [drafts])
  // The stored fields of each picture as text: changes without effect on them are not saved.
  const version = pictures.map(({ alt, stored, file }) => `${stored?.id ?? ''} ${file?.name ?? ''} ${file?.size ?? 0} ${alt}`).join('\n')
  const save = useEffectEvent((_version: string) => {
    if (isLoaded.current) void drafts?.save(pictures)
  })
  useEffect(() => save(version), [version])
}
