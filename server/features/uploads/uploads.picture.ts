import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { loadSharp } from '#server/platform/sharp.ts'

/** Longest edges of the stored sizes: the picture (the client sends no larger one, spec section 9), and its small size for lists. */
const MAX_EDGE_PX = 1920
const SMALL_EDGE_PX = 640
/** The limit of the placeholder's algorithm. */
const HASHED_EDGE_PX = 100
const QUALITY = 82

export type Picture = {
  webp: Buffer
  width: number
  height: number
  /** The small size; null when the picture is not larger. */
  small: Buffer | null
  /** A blurred placeholder, in base64. */
  thumbhash: string
}

/**
 * Decodes a picture and re-encodes it: upright, at most 1920 px, WebP, without EXIF, location, or appended content. Only the
 * first frame of an animation stays. The file name is ignored.
 * @throws AppError 'unsupported_media' for anything but JPEG, PNG, WebP, GIF and AVIF;
 *   'too_large' by bytes or pixels; 'invalid_input' for an empty or broken file
 */
export async function cleanPicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length === 0) throw new AppError('invalid_input', {}, [{ field: 'file', message: 'The file is empty.' }])
  if (bytes.length > limits.imageBytes) throw new AppError('too_large', { bytes: bytes.length })
  if (!isKnownPicture(bytes)) throw new AppError('unsupported_media')
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: limits.imagePixels, failOn: 'error', sequentialRead: true })
  await rejectTooManyPixels(picture)
  try {
    const { data, info } = await resizeWithin(picture.autoOrient(), MAX_EDGE_PX)
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return { webp: data, width, height, small: await smallOf(sharp(data), Math.max(width, height)), thumbhash: await hashOf(sharp(data)) }
  } catch (error) {
    throw brokenPictureError(error)
  }
}

const resizeWithin = (picture: Sharp, edge: number): Sharp => picture.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })

async function smallOf(webp: Sharp, longestEdge: number): Promise<Buffer | null> {
  return longestEdge <= SMALL_EDGE_PX ? null : resizeWithin(webp, SMALL_EDGE_PX).webp({ quality: QUALITY }).toBuffer()
}

async function hashOf(webp: Sharp): Promise<string> {
  const { data, info } = await resizeWithin(webp, HASHED_EDGE_PX).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Reads only the header, so a small file that unpacks to a gigabyte costs almost nothing. */
async function rejectTooManyPixels(picture: Sharp): Promise<void> {
  const { width, height } = await picture.metadata().catch((error: unknown) => {
    throw brokenPictureError(error)
  })
  if (width * height > limits.imagePixels) throw new AppError('too_large', { width, height })
}

function brokenPictureError(error: unknown): AppError {
  const reason = String(error)
  if (/exceeds pixel limit/i.test(reason)) return new AppError('too_large', { reason })
  return new AppError('invalid_input', { reason }, [{ field: 'file', message: 'This picture can’t be read.' }])
}

const hasTextAt = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** Checked before decoding, so that the decoders for SVG, PDF, TIFF, and others are never reached. */
function isKnownPicture(bytes: Buffer): boolean {
  return (
    hasTextAt(bytes, '\xff\xd8\xff') ||
    hasTextAt(bytes, '\x89PNG\r\n\x1a\n') ||
    hasTextAt(bytes, 'GIF87a') ||
    hasTextAt(bytes, 'GIF89a') ||
    (hasTextAt(bytes, 'RIFF') && hasTextAt(bytes, 'WEBP', 8)) ||
    (hasTextAt(bytes, 'ftyp', 4) && (hasTextAt(bytes, 'avif', 8) || hasTextAt(bytes, 'avis', 8)))
  )
}
