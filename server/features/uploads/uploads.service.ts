import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PictureChoice, UploadedPicture } from '#contract/uploads.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { isOutOfSpace } from '#server/platform/system-error.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { fileDeletionsStore } from './file-deletions.store.ts'
import { createFileDeletions } from './file-deletions.ts'
import type { Files } from './uploads.files.ts'
import { folderOf } from './uploads.path.ts'
import { cleanPicture, type Picture } from './uploads.picture.ts'
import { presentPicture, urlOfPicture } from './uploads.present.ts'
import { uploadsStore } from './uploads.store.ts'
import { createCleanUp } from './uploads.cleanup.ts'
import type { AttachmentKind, Attachment, AttachmentRules, ProfileRules, StoredPicture } from './uploads.types.ts'

const PICTURES_AT_ONCE = 2
const PICTURES_WAITING = 20
const PICTURES_AN_HOUR = 200
const HOUR_MS = 3_600_000
const KEPT_AS = { contentType: 'image/webp' } as const

export type UploadsOptions = {
  db: Db
  files: Files
  /** Counts what a person adds over all servers. */
  bus?: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  jobs: Pick<Jobs, 'add' | 'register'>
  log: Log
  profiles: ProfileRules
  /** What one person's pictures may take. */
  quotaBytes: number
}

export type Uploads = ReturnType<typeof createUploads>

/** Pictures of people: taken in, cleaned, stored under names nobody can guess, and shown to those who may see what they hang on. */
export function createUploads({ db, files, bus, clock, jobs, log, profiles, quotaBytes }: UploadsOptions) {
  const store = uploadsStore(db)
  const attachmentRules = new Map<AttachmentKind, AttachmentRules>()
  const deletions = createFileDeletions({ db, files, clock, jobs, log })
  const { cleanUp } = createCleanUp({ store, deletions, clock, log, profiles, attachmentRules })
  const limit = createConcurrencyLimit(PICTURES_AT_ONCE, { maxWaiting: PICTURES_WAITING })
  const pictureLimit = createRateLimit({ clock, limit: PICTURES_AN_HOUR, windowMs: HOUR_MS, shared: bus && { bus, name: 'pictures' } })
  // Each picture is seen once: the decoder's own cache would only hold memory.
  sharp.cache(false)

  async function keep(stored: StoredPicture, { webp, small }: Picture): Promise<void> {
    // The row first, as arriving: bytes without a row would be found by nobody.
    await store.insertPending(stored, webp.length + (small?.length ?? 0), clock.now())
    if ((await store.bytesOf(stored.uid)) > quotaBytes) {
      await store.deleteRows([stored.id])
      throw new AppError('quota_exceeded', { uid: stored.uid })
    }
    try {
      await files.put(stored.path, webp, KEPT_AS)
      if (small && stored.smallPath) await files.put(stored.smallPath, small, KEPT_AS)
    } catch (err) {
      // A full disk, a bucket that does not answer: the sweep removes what got there.
      log.error({ err, id: stored.id }, 'the bytes of a picture could not be stored')
      throw new AppError(isOutOfSpace(err) ? 'storage_full' : 'unavailable')
    }
    if (await store.markStored(stored.id)) return
    // The account was deleted meanwhile, perhaps after its folder was emptied.
    await fileDeletionsStore(db).addFiles([stored.path, ...(stored.smallPath ? [stored.smallPath] : [])], clock.now())
    await deletions.soon()
    throw new AppError('unavailable', { uid: stored.uid })
  }

  /** Whether somebody who is not its owner may see it: with what it hangs on, or with the profile it stands on. */
  async function maySee(viewer: Uid, { id, uid, attachment }: StoredPicture): Promise<boolean> {
    if (attachment && (await attachmentRules.get(attachment.of)?.maySee(viewer, attachment.id))) return true
    return (await profiles.onProfiles([id])).has(id) && (await profiles.maySee(viewer, uid))
  }

  /** Whether it hangs on something that is for everyone. */
  async function isPublic({ attachment }: StoredPicture): Promise<boolean> {
    return attachment !== null && (await attachmentRules.get(attachment.of)?.isPublic?.(attachment.id)) === true
  }

  return {
    /**
     * Cleans and stores a picture, under `path` below its person's own prefix.
     * @throws AppError 'unsupported_media', 'invalid_input' or 'too_large' for what is in it; 'quota_exceeded' when the person's
     *   space is used up; 'forbidden' or 'invalid_input' for the path; 'rate_limited'; 'unavailable' when too many pictures wait already, or the file store takes nothing; 'storage_full'
     */
    async add(uid: Uid, bytes: Buffer, path = ''): Promise<UploadedPicture> {
      const folder = folderOf(uid, path)
      pictureLimit.assert(uid)
      if ((await store.bytesOf(uid)) >= quotaBytes) throw new AppError('quota_exceeded', { uid })
      const picture = await limit(() => cleanPicture(bytes))
      const { width, height, thumbhash, small } = picture
      const id = randomUUID()
      const smallPath = small ? `${folder}/${id}-640.webp` : null
      const stored: StoredPicture = {
        id,
        uid,
        path: `${folder}/${id}.webp`,
        smallPath,
        width,
        height,
        thumbhash,
        alt: '',
        attachment: null,
      }
      await keep(stored, picture)
      return presentPicture(stored)
    },

    /**
     * The bytes of a picture, always WebP.
     * @param viewer null for somebody who is not signed in: they see what hangs on something for everyone
     * @throws AppError 'not_found' when there is no such picture, and just so when the viewer may not see it
     */
    async read(viewer: Uid | null, id: string, size: 'full' | 'small' = 'full'): Promise<Uint8Array> {
      const picture = await store.picture(id)
      if (!picture) throw new AppError('not_found')
      const isShown = viewer === null ? await isPublic(picture) : picture.uid === viewer || (await maySee(viewer, picture))
      if (!isShown) throw new AppError('not_found')
      try {
        return await files.getBytes((size === 'small' ? picture.smallPath : null) ?? picture.path)
      } catch (err) {
        log.error({ err, id }, 'a stored picture is missing')
        throw new AppError('not_found')
      }
    },

    /** Deletes one's own picture that hangs on nothing. @throws AppError 'not_found' for any other */
    async discard(viewer: Uid, id: string): Promise<void> {
      const picture = await store.picture(id)
      if (picture?.uid !== viewer || picture.attachment || (await profiles.onProfiles([id])).has(id))
        throw new AppError('not_found', { id })
      await store.remove([id], clock.now())
      await deletions.soon()
    },

    /**
     * Hangs one's own pictures on a moment or message, in this order and with what is said about them; whoever may see that may
     * see them. Pictures that hung on it and are not among these come off. Inside a transaction, hand it in as `tx`.
     * @throws AppError 'not_found' when one is not the owner's or hangs on something else; nothing is changed then
     */
    async attach(owner: Uid, choices: readonly PictureChoice[], attachment: Attachment, tx?: Db): Promise<void> {
      const clean = choices.map(({ id, alt }) => ({ id, alt: storable(alt, 'alt') }))
      const hang = async (within: Db) => {
        if (!(await uploadsStore(within).attach(owner, clean, attachment))) throw new AppError('not_found', { attachment })
      }
      await (tx ? hang(tx) : db.transaction().execute(hang))
    },

    /** The pictures of each of these moments or messages, in order; things without any are left out. Asks nobody who may see them. */
    async ofMany(of: AttachmentKind, ids: readonly string[]): Promise<Map<string, UploadedPicture[]>> {
      const found = new Map<string, UploadedPicture[]>()
      for (const picture of await store.attachedTo(of, ids)) {
        const { id } = picture.attachment ?? { id: '' }
        found.set(id, [...(found.get(id) ?? []), presentPicture(picture)])
      }
      return found
    },

    /** Call after a moment or message was deleted: its pictures are gone at once, their bytes soon. */
    async release(of: AttachmentKind, ids: readonly string[]): Promise<void> {
      const pictures = await store.attachedTo(of, ids)
      if (pictures.length === 0) return
      const shown = await profiles.onProfiles(pictures.map(({ id }) => id))
      await store.remove(
        pictures.filter(({ id }) => !shown.has(id)).map(({ id }) => id),
        clock.now(),
      )
      await deletions.soon()
    },

    /** Says how a feature above decides about its things. Until it has, pictures on them are for their owners alone. */
    registerAttachmentRules(of: AttachmentKind, rules: AttachmentRules): void {
      attachmentRules.set(of, rules)
    },

    urlOf: urlOfPicture,

    /** Whether there is such a picture and it is this person's own: the id of somebody else's is no good to anybody. */
    async ownedBy(uid: Uid, id: string): Promise<boolean> {
      return (await store.picture(id))?.uid === uid
    },

    /** How many files of somebody whose account is being deleted, or was, are still in the file store. */
    filesPending: async (uid: Uid): Promise<number> => (await store.filesOf(uid)) + (await deletions.pendingOf(uid)),

    /** Files that are still to be deleted from the file store. */
    deletions,

    cleanUp,
  }
}
