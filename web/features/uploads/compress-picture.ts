import type compress from 'browser-image-compression'
import { logger } from '#web/platform/log.ts'

const log = logger('uploads')
/** The owner's figures (spec, section 9). */
const MAX_IMAGE_MB = 0.3
const MAX_IMAGE_PIXELS = 1920

type Compress = typeof compress
const loadLibrary = async (): Promise<Compress> => (await import('browser-image-compression')).default

/**
 * Makes a picture small enough to send: at most 0.3 MB and 1920 px on its longer side, as WebP, in a worker.
 * @returns the small picture, or null when this is no image or could not be read; the reason is in the log
 */
export async function compressPicture(file: unknown, load = loadLibrary): Promise<File | null> {
  try {
    const image = asImage(file)
    const compressLibrary = await load()
    return await compressLibrary(image, {
      maxSizeMB: MAX_IMAGE_MB,
      maxWidthOrHeight: MAX_IMAGE_PIXELS,
      fileType: 'image/webp',
      useWebWorker: true,
      // By default the library's worker loads from a foreign address.
      libURL: new URL('/image-compression.js', location.href).href,
    })
  } catch (error) {
    // The caller goes on without a picture (spec, section 8).
    log.error('a picture could not be compressed', { why: error instanceof Error ? error.message : String(error) })
    return null
  }
}

/** @throws Error with the sentences of the spec (section 5) */
function asImage(file: unknown): File {
  if (!(file instanceof Blob)) throw new Error('The file given is not an instance of Blob or File')
  if (!file.type.startsWith('image/')) throw new Error('The file given is not an image')
  return file instanceof File ? file : new File([file], 'picture', { type: file.type })
}
