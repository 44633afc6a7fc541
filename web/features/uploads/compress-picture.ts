import type compress from 'browser-image-compression'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { logger } from '#web/platform/log.ts'

const log = logger('uploads')
/** Limits of the spec (section 9). */
const MAX_IMAGE_MB = 0.3
const MAX_IMAGE_PIXELS = 1920

type Compress = typeof compress
const loadLibrary = async (): Promise<Compress> => (await import('browser-image-compression')).default

/**
 * Compresses a picture to at most 0.3 MB and 1920 px on its longer side, as WebP, in a worker.
 * @returns the compressed picture, or null when it is not an image or unreadable; the reason is logged
 */
export async function compressPicture(file: unknown, load = loadLibrary): Promise<File | null> {
  try {
    const image = asImage(file)
    // Waits for the server while it is out of reach: the picture is not at fault.
    const compressLibrary = await importWithRetry(load)
    return await compressLibrary(image, {
      maxSizeMB: MAX_IMAGE_MB,
      maxWidthOrHeight: MAX_IMAGE_PIXELS,
      fileType: 'image/webp',
      useWebWorker: true,
      // By default the library's worker loads from another origin.
      libURL: new URL('/image-compression.js', location.href).href,
    })
  } catch (error) {
    // The caller continues without a picture (spec, section 8).
    log.error('picture compression failed', { why: error instanceof Error ? error.message : String(error) })
    return null
  }
}

/** @throws Error with the messages of the spec (section 5) */
function asImage(file: unknown): File {
  if (!(file instanceof Blob)) throw new Error('The file given is not an instance of Blob or File')
  if (!file.type.startsWith('image/')) throw new Error('The file given is not an image')
  return file instanceof File ? file : new File([file], 'picture', { type: file.type })
}
