import { uploadCalls, type UploadedPicture } from '#contract/uploads.ts'
import { callApi } from '#web/platform/api-client.ts'
import { logger } from '#web/platform/log.ts'

const log = logger('uploads')

/**
 * Stores a picture on the server.
 * @param picture an image, or a base64 data URL of one
 * @returns the stored picture, or false when that failed; the reason is in the log
 */
export async function uploadPicture(picture: Blob | string): Promise<UploadedPicture | false> {
  try {
    const blob = typeof picture === 'string' ? blobOfDataUrl(picture) : picture
    const form = new FormData()
    form.set('file', blob, 'picture')
    return await callApi(uploadCalls.uploadPicture, { form })
  } catch (error) {
    // The caller goes on without the upload (spec, section 8).
    log.error('a picture could not be stored', { why: error instanceof Error ? error.message : String(error) })
    return false
  }
}

/** @throws Error 'Invalid base64 data URL' unless it is base64 with a mime type */
export function blobOfDataUrl(text: string): Blob {
  const [, type, data] = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=-]+)*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  if (!type || !data || data.length % 4 !== 0) throw new Error('Invalid base64 data URL')
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type })
}
