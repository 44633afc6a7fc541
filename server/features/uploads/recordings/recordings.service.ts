import { randomUUID } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Recording, RecordingUpload } from '#contract/uploads.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { isOutOfSpace } from '#server/platform/system-error.ts'
import { fileDeletionsStore } from '../file-deletions.store.ts'
import type { FileDeletions } from '../file-deletions.ts'
import { uploadsStore } from '../uploads.store.ts'
import type { AttachmentKind, Attachment, StoredFile, UploadsOptions } from '../uploads.types.ts'
import { readRecording, type RecordingFormat } from './container.ts'
import { recordingsStore, type StoredRecording } from './recordings.store.ts'
import { presentRecording, presentStoredRecording } from '../uploads.present.ts'

const RECORDINGS_AN_HOUR = 200
const HOUR_MS = 3_600_000
/** A recorder stops a moment after the limit. */
const TOLERANCE_MS = 1_000

export const mimeTypes: Record<RecordingFormat, string> = { webm: 'audio/webm', ogg: 'audio/ogg', mp4: 'audio/mp4' }

type Options = UploadsOptions & {
  deletions: FileDeletions
  /** Whether another user may see what the recording is attached to. */
  maySee: (viewer: Uid, file: StoredFile) => Promise<boolean>
}

/**
 * Recordings of voice messages. They arrive in parts: a client that lost the connection requests the offset and continues there.
 * The last part completes the file, which is checked and written to the file store.
 */
export function createRecordings(options: Options) {
  const { db, files, bus, clock, log, quotaBytes, deletions, maySee } = options
  const store = recordingsStore(db)
  const limit = createRateLimit({ clock, limit: RECORDINGS_AN_HOUR, windowMs: HOUR_MS, shared: bus && { bus, name: 'recordings' } })

  async function findOwn(uid: Uid, id: string): Promise<StoredRecording> {
    const recording = await store.find(id)
    if (recording?.uid !== uid) throw new AppError('not_found', { id })
    return recording
  }

  /** Checks and writes a recording whose parts have all arrived. */
  async function complete(recording: StoredRecording, bytes: Buffer): Promise<Recording> {
    const { id, uid, path } = recording
    const metadata = readRecording(bytes)
    if (metadata.durationMs > limits.recording.ms + TOLERANCE_MS) throw new AppError('too_large', { ...metadata })
    if (metadata.durationMs < 1) throw new AppError('invalid_input', {}, [{ field: 'file', message: 'This recording is empty.' }])
    try {
      await files.put(path, bytes, { contentType: mimeTypes[metadata.format] })
    } catch (err) {
      log.error({ err, id }, 'storing a recording failed')
      throw new AppError(isOutOfSpace(err) ? 'storage_full' : 'unavailable')
    }
    if (await store.finish(id, metadata)) return presentRecording({ ...recording, ...metadata })
    // The account was deleted in the meantime, perhaps after its folder was emptied.
    await fileDeletionsStore(db).addFiles([path], clock.now())
    await deletions.soon()
    throw new AppError('unavailable', { uid })
  }

  return {
    /** @throws AppError 'quota_exceeded'; 'rate_limited' */
    async start(uid: Uid, { bytes, waveform }: { bytes: number; waveform: number[] }): Promise<RecordingUpload> {
      limit.assert(uid)
      if ((await uploadsStore(db).bytesOf(uid)) + bytes > quotaBytes) throw new AppError('quota_exceeded', { uid })
      const id = randomUUID()
      await store.insert({ id, uid, path: `${uid}/voice/${id}`, bytes, waveform }, clock.now())
      return { id, offset: 0, recording: null }
    },

    /**
     * Adds the next part. The last one completes the recording; it isn't stored on its own, so the client can repeat it after an error.
     * @throws AppError 'not_found' for another user's recording; 'wrong_state' unless it starts at the offset; 'too_large' beyond the
     *   announced size and for recordings over the limit; 'unsupported_media' and 'invalid_input' for the file; 'unavailable'; 'storage_full'
     */
    async addPart(uid: Uid, id: string, start: number, part: Buffer): Promise<RecordingUpload> {
      const recording = await findOwn(uid, id)
      const stored = presentStoredRecording(recording)
      const offset = stored ? recording.bytes : await store.offset(id)
      if (stored || start !== offset) throw new AppError('wrong_state', { id, offset })
      const end = start + part.length
      if (part.length > limits.recording.partBytes || end > recording.bytes) throw new AppError('too_large', { id, end })
      if (part.length === 0) throw new AppError('invalid_input', { id }, [{ field: 'file', message: 'The file is empty.' }])
      if (end === recording.bytes) {
        const done = await complete(recording, Buffer.concat([...(await store.parts(id)), part]))
        return { id, offset: end, recording: done }
      }
      if (!(await store.addPart(id, start, part))) throw new AppError('wrong_state', { id })
      return { id, offset: end, recording: null }
    },

    /** @throws AppError 'not_found' for another user's recording */
    async get(uid: Uid, id: string): Promise<RecordingUpload> {
      const recording = await findOwn(uid, id)
      const stored = presentStoredRecording(recording)
      return { id, offset: stored ? recording.bytes : await store.offset(id), recording: stored }
    },

    /** The file, for its owner and for those who may see the message. @throws AppError 'not_found' for all others */
    async read(viewer: Uid | null, id: string): Promise<{ bytes: Uint8Array; format: RecordingFormat }> {
      const recording = await store.find(id)
      if (!recording?.format || viewer === null) throw new AppError('not_found', { id })
      if (recording.uid !== viewer && !(await maySee(viewer, recording))) throw new AppError('not_found', { id })
      try {
        return { bytes: await files.getBytes(recording.path), format: recording.format }
      } catch (err) {
        log.error({ err, id }, 'recording file missing')
        throw new AppError('not_found')
      }
    },

    /** Attaches the sender's recording to a message. @throws AppError 'not_found' when it isn't theirs or attached elsewhere */
    async attach(owner: Uid, id: string, attachment: Attachment): Promise<void> {
      await db.transaction().execute(async (tx) => {
        if (!(await uploadsStore(tx).attach(owner, [{ id, alt: '' }], attachment, 'recording'))) throw new AppError('not_found', { id })
      })
    },

    /** The recording of each of these messages. Permissions are not checked. */
    async getMany(of: AttachmentKind, ids: readonly string[]): Promise<Map<string, Recording>> {
      const found = await store.attachedTo(of, ids)
      return new Map(
        found.flatMap((stored): [string, Recording][] => {
          const recording = presentStoredRecording(stored)
          return recording && stored.attachment ? [[stored.attachment.id, recording]] : []
        }),
      )
    },
  }
}
