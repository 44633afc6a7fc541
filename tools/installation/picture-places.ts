import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, ConfigError } from '#server/config.ts'
import { type Files, openFiles } from '#server/features/uploads/uploads.files.ts'
import { isAddress } from './open-store.ts'

/** The bucket of the settings as a source or target of pictures only. */
export const BUCKET = 'bucket'

/** The place of pictures: in the `files` of a data folder, or in the bucket of the settings. */
type PicturePlace = { kind: 'folder'; dataDir: string } | { kind: 'bucket'; bucket: NonNullable<Config['bucket']> }

/** The source and target of the pictures; null means that they stay. */
export type PicturePlaces = { from: PicturePlace; to: PicturePlace | null }

export type StoreSettings = Pick<Config, 'dataDir' | 'bucket' | 'secret'>

const filesIn = (dataDir: string) => join(dataDir, 'files')

/**
 * The source and target of the pictures of a move. For PostgreSQL, the settings decide; a data folder has its own pictures, or was used
 * with the bucket.
 * @throws ConfigError for the bucket without its settings, and if both the folder and the bucket may contain some
 */
export function picturePlaces(from: string, to: string, settings: StoreSettings): PicturePlaces {
  const bucket = settings.bucket && ({ kind: 'bucket', bucket: settings.bucket } as const)
  const requireBucket = (): PicturePlace => {
    if (!bucket) throw new ConfigError('The settings name no bucket: set S3_BUCKET and the other S3 settings.')
    return bucket
  }
  const folder = (dataDir: string) => ({ kind: 'folder', dataDir }) as const
  const isFolder = (place: string) => place !== BUCKET && !isAddress(place)
  // The folder may still contain pictures from before the bucket was used, and is then incomplete.
  if (bucket && isFolder(from) && isFolder(to) && existsSync(filesIn(from)))
    throw new ConfigError(
      `There are pictures in ${filesIn(from)}, and the settings name a bucket. Leave out the S3 settings, or first move the pictures to the bucket (--to ${BUCKET}) and remove that folder.`,
    )
  const source = () => {
    if (isAddress(from)) return bucket ?? folder(settings.dataDir)
    return bucket && !existsSync(filesIn(from)) ? bucket : folder(from)
  }
  const sourcePlace = from === BUCKET ? requireBucket() : source()
  const targetPlace = to === BUCKET ? requireBucket() : isAddress(to) ? bucket : folder(to)
  return { from: sourcePlace, to: targetPlace && !isSamePlace(sourcePlace, targetPlace) ? targetPlace : null }
}

/** The place as text for the operator. */
export const nameOf = (place: PicturePlace): string =>
  place.kind === 'bucket' ? `the bucket ${place.bucket.bucket}` : filesIn(place.dataDir)

/** Opens a place for reading and writing; null for a folder that has no pictures yet, unless it `mayBeNew`. */
export async function openPlace(place: PicturePlace, { mayBeNew = false } = {}): Promise<Files | null> {
  if (place.kind === 'bucket') return openFiles({ dataDir: '', bucket: place.bucket })
  if (mayBeNew) mkdirSync(filesIn(place.dataDir), { recursive: true, mode: 0o700 })
  return existsSync(filesIn(place.dataDir)) ? openFiles({ dataDir: place.dataDir, bucket: null }) : null
}

function isSamePlace(a: PicturePlace, b: PicturePlace): boolean {
  return a.kind === 'folder' && b.kind === 'folder' ? resolve(a.dataDir) === resolve(b.dataDir) : a.kind === b.kind
}
