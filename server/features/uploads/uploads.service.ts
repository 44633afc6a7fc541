import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { atMost } from '#server/platform/at-most.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Files } from './uploads.files.ts'
import { cleanPicture } from './uploads.picture.ts'
import { type StoredPicture, uploadsStore } from './uploads.store.ts'

const PICTURES_AT_ONCE = 2
const PICTURES_WAITING = 20
const QUOTA_BYTES = 500 * 1024 * 1024

export type UploadsOptions = {
  db: Db
  files: Files
  clock: Clock
  log: Log
  /** Whether `viewer` may see pictures of `owner` (not blocked, for example). Never asked about one's own. */
  maySee: (viewer: Uid, owner: Uid) => Promise<boolean>
  /** What one person's pictures may take. */
  quotaBytes?: number
}

export type Uploads = ReturnType<typeof createUploads>

/** Pictures of people: taken in, cleaned, stored under names nobody can guess, and shown to those who may see them. */
export function createUploads({ db, files, clock, log, maySee, quotaBytes = QUOTA_BYTES }: UploadsOptions) {
  const store = uploadsStore(db)
  const inTurn = atMost(PICTURES_AT_ONCE, { waiting: PICTURES_WAITING })
  // Each picture is seen once: the decoder's own cache would only hold memory.
  sharp.cache(false)

  return {
    /**
     * Cleans and stores a picture.
     * @throws AppError 'unsupported_media', 'invalid_input' or 'too_large' (also when the person's space is used up);
     *   'unavailable' when too many pictures wait already
     */
    async add(uid: Uid, bytes: Buffer): Promise<StoredPicture> {
      if ((await store.bytesOf(uid)) >= quotaBytes) throw new AppError('too_large', { reason: 'quota' })
      const { webp, width, height } = await inTurn(() => cleanPicture(bytes))
      const id = randomUUID()
      const path = `${uid}/${id}.webp`
      const picture = { id, uid, path, width, height }
      // The bytes first: a file without a row is only wasted space, a row without a file is a broken picture.
      await files.put(path, webp, { contentType: 'image/webp' })
      try {
        await store.add({ ...picture, bytes: webp.length, createdAt: clock.now() })
      } catch (error) {
        await files.delete(path).catch((err: unknown) => log.warn({ err, path }, 'a file without a row stays behind'))
        throw error
      }
      return picture
    },

    /**
     * The bytes of a picture, always WebP.
     * @throws AppError 'not_found' when there is no such picture, and just so when the viewer may not see it
     */
    async read(viewer: Uid, id: string): Promise<Uint8Array> {
      const picture = await store.picture(id)
      if (!picture) throw new AppError('not_found')
      if (picture.uid !== viewer && !(await maySee(viewer, picture.uid))) throw new AppError('not_found')
      try {
        return await files.getBytes(picture.path)
      } catch (err) {
        log.error({ err, id }, 'a stored picture is missing')
        throw new AppError('not_found')
      }
    },

    /** Our own address of a stored picture, for an `<img>` of somebody with a file session. It does not tell whose it is. */
    urlOf: (id: string): string => `/files/${id}.webp`,

    /** Whether there is such a picture and it is this person's own: the id of somebody else's is no good to anybody. */
    async ownedBy(uid: Uid, id: string): Promise<boolean> {
      return (await store.picture(id))?.uid === uid
    },
  }
}
