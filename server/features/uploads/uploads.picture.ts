import sharp, { type Sharp } from 'sharp'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

/** Longest edge of what is stored. */
const MAX_EDGE_PX = 1024
const QUALITY = 82

export type Picture = { webp: Buffer; width: number; height: number }

/**
 * Decodes a picture and makes a clean one of it: upright, at most 1024 px, WebP, nothing left of the original file
 * (no EXIF, no place, no hidden second content). Of moving pictures the first frame stays.
 * What the sender called the file counts for nothing.
 * @throws AppError 'unsupported_media' for anything but JPEG, PNG, WebP, GIF and AVIF;
 *   'too_large' by bytes or pixels; 'invalid_input' for an empty or broken file
 */
export async function cleanPicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length === 0) throw new AppError('invalid_input', {}, [{ field: 'file', message: 'The file is empty.' }])
  if (bytes.length > limits.imageBytes) throw new AppError('too_large', { bytes: bytes.length })
  if (!isKnownPicture(bytes)) throw new AppError('unsupported_media')
  const picture = sharp(bytes, { limitInputPixels: limits.imagePixels, failOn: 'error', sequentialRead: true })
  await refuseTooManyPixels(picture)
  try {
    const { data, info } = await picture
      .autoOrient()
      .resize(MAX_EDGE_PX, MAX_EDGE_PX, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { webp: data, width: info.width, height: info.height }
  } catch (error) {
    throw broken(error)
  }
}

/** The header alone tells, so a small file that unpacks to a gigabyte costs next to nothing. */
async function refuseTooManyPixels(picture: Sharp): Promise<void> {
  const { width, height } = await picture.metadata().catch((error: unknown) => {
    throw broken(error)
  })
  if (width * height > limits.imagePixels) throw new AppError('too_large', { width, height })
}

function broken(error: unknown): AppError {
  const reason = String(error)
  if (/exceeds pixel limit/i.test(reason)) return new AppError('too_large', { reason })
  return new AppError('invalid_input', { reason }, [{ field: 'file', message: 'This picture can’t be read.' }])
}

const starts = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** Looked at before any decoder sees the file, so that those for SVG, PDF, TIFF and the like are never reached. */
function isKnownPicture(bytes: Buffer): boolean {
  return (
    starts(bytes, '\xff\xd8\xff') ||
    starts(bytes, '\x89PNG\r\n\x1a\n') ||
    starts(bytes, 'GIF87a') ||
    starts(bytes, 'GIF89a') ||
    (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) ||
    (starts(bytes, 'ftyp', 4) && (starts(bytes, 'avif', 8) || starts(bytes, 'avis', 8)))
  )
}
