import { uploadCalls, type UploadedPicture } from '#contract/uploads.ts'
import { callApi } from '#web/platform/api-client.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { logger } from '#web/platform/log.ts'
import { isRetryable, storageErrorOf, type StorageError } from './storage-errors.ts'

const log = logger('uploads')
/** Retry delays in milliseconds. */
const WAITS_MS = [1_000, 3_000]

export type UploadOptions = {
  /** A folder below the user's own prefix. */
  path?: string
  signal?: AbortSignal
  /** Called with the reason when the result is false. */
  onFailure?: (error: StorageError) => void
  /** Waits between attempts; replaced in tests. */
  wait?: (ms: number) => Promise<void>
}

/**
 * Stores a picture on the server; tries three times while the server is unreachable.
 * @param picture an image, or a base64 data URL of one
 * @returns the stored picture, or false on failure; the reason is logged and passed to `onFailure`
 */
export async function uploadPicture(picture: Blob | string, options: UploadOptions = {}): Promise<UploadedPicture | false> {
  try {
    const blob = typeof picture === 'string' ? blobOfDataUrl(picture) : picture
    return await withRetries(blob, options)
  } catch (error) {
    // The caller continues without the upload (spec, section 8).
    const name = storageErrorOf(error, options.signal)
    log.error('picture upload failed', { storage: name, why: error instanceof Error ? error.message : String(error) })
    options.onFailure?.(name)
    return false
  }
}

async function withRetries(blob: Blob, { path, signal, wait = pause }: UploadOptions): Promise<UploadedPicture> {
  for (let attempt = 0; ; attempt++) {
    try {
      const form = new FormData()
      form.set('file', blob, 'picture')
      return await callApi(uploadCalls.uploadPicture, { form, ...(path ? { query: { path } } : {}), ...(signal ? { signal } : {}) })
    } catch (error) {
      const waitMs = WAITS_MS[attempt]
      const isTemporary = error instanceof ApiError && isRetryable(error.failure)
      if (!isTemporary || signal?.aborted || waitMs === undefined) throw error
      await wait(waitMs)
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** @throws Error 'Invalid base64 data URL' unless it is base64 with a MIME type */
export function blobOfDataUrl(text: string): Blob {
  const [, type, data] = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=-]+)*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  if (!type || !data || data.length % 4 !== 0) throw new Error('Invalid base64 data URL')
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type })
}
