import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PictureChoice, UploadedPicture } from '#contract/uploads.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import type { AfterCommit, Db } from '#server/platform/db/database.ts'
import { isOutOfSpace } from '#server/platform/system-error.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { fileDeletionsStore } from './file-deletions.store.ts'
import { createFileDeletions, type FileDeletions } from './file-deletions.ts'
import { cleanPicture, type Picture } from './uploads.picture.ts'
import { uploadsStore, type UploadsStore } from './uploads.store.ts'
import type {
  AttachmentKind,
  Attachment,
  AttachmentRules,
  StoredFile,
  StoredPicture,
  UploadsOptions,
  ProfileRules,
} from './uploads.types.ts'
import { createRecordings } from './recordings/recordings.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { presentPicture, urlOfPicture, urlOfPictureByLink } from './uploads.present.ts'

const PICTURES_AT_ONCE = 2
const PICTURES_WAITING = 20
const PICTURES_AN_HOUR = 200
const HOUR_MS = 3_600_000
const FILE_OPTIONS = { contentType: 'image/webp' } as const

export type Uploads = ReturnType<typeof createUploads>

/** Users' pictures: cleaned, stored under unguessable names, and shown to viewers of what they are attached to. */
export function createUploads(options: UploadsOptions) {
  const { db, files, bus, clock, jobs, log, profiles, quotaBytes } = options
  const store = uploadsStore(db)
  const { attachmentRules, maySee, isPublic, isShownByLink } = createVisibility(options)
  const deletions = createFileDeletions({ db, files, clock, jobs, log })
  const { cleanUp } = createCleanUp({ store, deletions, clock, log, profiles, attachmentRules })
  const limit = createConcurrencyLimit(PICTURES_AT_ONCE, { maxWaiting: PICTURES_WAITING })
  const pictureLimit = createRateLimit({ clock, limit: PICTURES_AN_HOUR, windowMs: HOUR_MS, shared: bus && { bus, name: 'pictures' } })

  return {
    /**
     * Cleans and stores a picture at `path` below its owner's prefix.
     * @throws AppError 'unsupported_media', 'invalid_input', or 'too_large' for the file; 'quota_exceeded'; 'forbidden' or
     *   'invalid_input' for the path; 'rate_limited'; 'unavailable' under load or without the file store; 'storage_full'
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
      await storePicture(options, deletions, stored, picture)
      return presentPicture(stored)
    },

    /**
     * The bytes of a picture, always WebP.
     * @param viewer null for signed-out visitors, who see public attachments only
     * @param link the code of a link that may show it to other viewers
     * @throws AppError 'not_found' for an unknown picture and for one that the viewer may not see
     */
    async read(viewer: Uid | null, id: string, size: 'full' | 'small' = 'full', link: string | null = null): Promise<Uint8Array> {
      const picture = await store.picture(id)
      if (!picture) throw new AppError('not_found')
      const isShown = viewer === null ? await isPublic(picture) : picture.uid === viewer || (await maySee(viewer, picture))
      if (!isShown && !(await isShownByLink(viewer, picture, link))) throw new AppError('not_found')
      try {
        return await files.getBytes((size === 'small' ? picture.smallPath : null) ?? picture.path)
      } catch (err) {
        log.error({ err, id }, 'picture file missing')
        throw new AppError('not_found')
      }
    },

    /** Deletes the viewer's own unattached picture or recording. @throws AppError 'not_found' for any other */
    async discard(viewer: Uid, id: string): Promise<void> {
      const file = await store.file(id)
      if (file?.uid !== viewer || file.attachment || (await profiles.onProfiles([id])).has(id)) throw new AppError('not_found', { id })
      await store.remove([id], clock.now())
      await deletions.soon()
    },

    ...createAttachments(options, deletions),

    /** Registers a higher feature's rules. Without them, only owners see its pictures. */
    registerAttachmentRules(of: AttachmentKind, rules: AttachmentRules): void {
      attachmentRules.set(of, rules)
    },

    urlOf: urlOfPicture,
    urlByLink: urlOfPictureByLink,

    /** Whether the picture exists and belongs to this user. */
    async ownedBy(uid: Uid, id: string): Promise<boolean> {
      return (await store.picture(id))?.uid === uid
    },

    /** The number of a deleted user's files that are still in the file store. */
    filesPending: async (uid: Uid): Promise<number> => (await store.filesOf(uid)) + (await deletions.pendingOf(uid)),

    recordings: createRecordings({ ...options, deletions, maySee }),

    deletions,

    cleanUp,
  }
}

/** Writes a picture's row, then its files. A file without a row would never be found. */
async function storePicture(
  { db, files, clock, log, quotaBytes }: UploadsOptions,
  deletions: FileDeletions,
  stored: StoredPicture,
  { webp, small }: Picture,
): Promise<void> {
  const store = uploadsStore(db)
  await store.insertPending(stored, webp.length + (small?.length ?? 0), clock.now())
  if ((await store.bytesOf(stored.uid)) > quotaBytes) {
    await store.deleteRows([stored.id])
    throw new AppError('quota_exceeded', { uid: stored.uid })
  }
  try {
    await files.put(stored.path, webp, FILE_OPTIONS)
    if (small && stored.smallPath) await files.put(stored.smallPath, small, FILE_OPTIONS)
  } catch (err) {
    // A full disk, or a bucket that does not answer. The cleanup removes partial files.
    log.error({ err, id: stored.id }, 'storing a picture failed')
    throw new AppError(isOutOfSpace(err) ? 'storage_full' : 'unavailable')
  }
  if (await store.markStored(stored.id)) return
  // The account was deleted in the meantime, perhaps after its folder was emptied.
  await fileDeletionsStore(db).addFiles([stored.path, ...(stored.smallPath ? [stored.smallPath] : [])], clock.now())
  await deletions.soon()
  throw new AppError('unavailable', { uid: stored.uid })
}

/** Decides who sees a picture: viewers of the moment, message, or profile that it belongs to. */
function createVisibility({ profiles }: Pick<UploadsOptions, 'profiles'>) {
  const attachmentRules = new Map<AttachmentKind, AttachmentRules>()
  return {
    attachmentRules,

    /** For viewers other than the owner. */
    async maySee(viewer: Uid, { id, uid, attachment }: StoredFile): Promise<boolean> {
      if (attachment && (await attachmentRules.get(attachment.of)?.maySee(viewer, attachment.id))) return true
      return (await profiles.onProfiles([id])).has(id) && (await profiles.maySee(viewer, uid))
    },

    async isPublic({ attachment }: StoredPicture): Promise<boolean> {
      return attachment !== null && (await attachmentRules.get(attachment.of)?.isPublic?.(attachment.id)) === true
    },

    async isShownByLink(viewer: Uid | null, { attachment }: StoredPicture, link: string | null): Promise<boolean> {
      if (attachment === null || link === null) return false
      return (await attachmentRules.get(attachment.of)?.isShownByLink?.(viewer, attachment.id, link)) === true
    },
  }
}

/** Pictures of moments and messages. */
function createAttachments({ db, clock, profiles }: UploadsOptions, deletions: FileDeletions) {
  const store = uploadsStore(db)

  async function removeUnshown(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const shown = await profiles.onProfiles(ids)
    await store.remove(
      ids.filter((id) => !shown.has(id)),
      clock.now(),
    )
    await deletions.soon()
  }

  return {
    /**
     * Attaches the owner's pictures to a moment or message, in this order, and detaches its other pictures. Pass `tx` inside a
     * transaction.
     * @throws AppError 'not_found' when a picture is not the owner's or attached elsewhere; nothing changes then
     */
    async attach(owner: Uid, choices: readonly PictureChoice[], attachment: Attachment, tx?: Db): Promise<void> {
      const clean = choices.map(({ id, alt }) => ({ id, alt: storable(alt, 'alt') }))
      const attachAll = async (transaction: Db) => {
        if (!(await uploadsStore(transaction).attach(owner, clean, attachment))) throw new AppError('not_found', { attachment })
      }
      await (tx ? attachAll(tx) : db.transaction().execute(attachAll))
    },

    /**
     * Within `tx`, replaces all files attached here, of any owner, by one picture or none. The result deletes the earlier ones.
     * @throws AppError 'not_found' when the picture is not the owner's or attached elsewhere; the caller must then roll back
     */
    async replace(owner: Uid, picture: string | null, attachment: Attachment, tx: Db): Promise<AfterCommit> {
      const within = uploadsStore(tx)
      const earlier = await within.detachAllExcept(attachment, picture === null ? [] : [picture])
      if (picture !== null && !(await within.attach(owner, [{ id: picture, alt: '' }], attachment)))
        throw new AppError('not_found', { attachment })
      return () => removeUnshown(earlier)
    },

    /** The pictures of each moment or message, in order. Permissions are not checked. */
    async getMany(of: AttachmentKind, ids: readonly string[]): Promise<Map<string, UploadedPicture[]>> {
      const found = new Map<string, UploadedPicture[]>()
      for (const picture of await store.attachedTo(of, ids)) {
        const { id } = picture.attachment ?? { id: '' }
        found.set(id, [...(found.get(id) ?? []), presentPicture(picture)])
      }
      return found
    },

    /** Deletes the pictures and recordings of deleted moments or messages. Their files follow soon. */
    async release(of: AttachmentKind, ids: readonly string[]): Promise<void> {
      await removeUnshown(await store.filesAttachedTo(of, ids))
    },
  }
}

const CHUNK_SIZE = 200
/** Unattached pictures of this age are drafts that were never posted. */
const UNATTACHED_MS = 24 * 3_600_000
/** Storing takes seconds, so older pending uploads failed. */
const PENDING_MS = 3_600_000
const FIRST = '00000000-0000-0000-0000-000000000000'

type CleanUpOptions = {
  store: UploadsStore
  deletions: Pick<FileDeletions, 'retryAll'>
  clock: Clock
  log: Log
  profiles: Pick<ProfileRules, 'onProfiles'>
  attachmentRules: ReadonlyMap<AttachmentKind, AttachmentRules>
}

/** Deletes unused pictures, and retries failed file deletions. */
function createCleanUp({ store, deletions, clock, log, profiles, attachmentRules }: CleanUpOptions) {
  const timeBefore = (ms: number): Date => new Date(clock.now().getTime() - ms)

  /** Reads pictures page by page and deletes those that `unused` returns. */
  async function eachPage<T extends { id: string }>(
    page: (after: string) => Promise<T[]>,
    unused: (pictures: readonly T[]) => Promise<string[]>,
  ): Promise<number> {
    let count = 0
    for (let after = FIRST; ;) {
      const pictures = await page(after)
      const last = pictures.at(-1)
      if (!last) return count
      const ids = await unused(pictures)
      await store.remove(ids, clock.now())
      count += ids.length
      after = last.id
    }
  }

  const withoutProfilePictures = async (ids: readonly string[]): Promise<string[]> => {
    const shown = await profiles.onProfiles(ids)
    return ids.filter((id) => !shown.has(id))
  }

  const removeUnattached = () =>
    eachPage(
      async (after) => (await store.listUnattached(timeBefore(UNATTACHED_MS), after, CHUNK_SIZE)).map((id) => ({ id })),
      (pictures) => withoutProfilePictures(pictures.map(({ id }) => id)),
    )

  const removeOrphaned = (of: AttachmentKind, { existing }: AttachmentRules) =>
    eachPage(
      (after) => store.attached(of, timeBefore(UNATTACHED_MS), after, CHUNK_SIZE),
      async (pictures) => {
        const there = await existing([...new Set(pictures.map(({ holderId }) => holderId))])
        return withoutProfilePictures(pictures.filter(({ holderId }) => !there.has(holderId)).map(({ id }) => id))
      },
    )

  return {
    /** Deletes pictures that were unattached for a day, those of deleted content, and failed uploads. */
    async cleanUp(): Promise<void> {
      let count = await removeUnattached()
      for (const [of, rules] of attachmentRules) count += await removeOrphaned(of, rules)
      count += await store.removeStale(timeBefore(PENDING_MS), clock.now())
      await deletions.retryAll()
      if (count > 0) log.info({ count }, 'unused pictures deleted')
    },
  }
}

const MAX_PATH_LENGTH = 100
/** Nested folder names. They contain no dots, so a path can't lead upwards. */
const folders = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/i

/**
 * The folder for a picture, always below the user's own prefix. A path that starts with a slash must include that prefix.
 * @throws AppError 'forbidden' for a path below another user's prefix; 'invalid_input' for an invalid path
 */
function folderOf(uid: Uid, path: string): string {
  const isAbsolute = path.startsWith('/')
  const bare = isAbsolute ? path.slice(1) : path
  if (bare.length > MAX_PATH_LENGTH || (bare !== '' && !folders.test(bare)))
    throw new AppError('invalid_input', {}, [{ field: 'path', message: 'Nothing can be stored under this path.' }])
  if (!isAbsolute) return bare === '' ? uid : `${uid}/${bare}`
  if (bare !== uid && !bare.startsWith(`${uid}/`)) throw new AppError('forbidden', { uid })
  return bare
}
