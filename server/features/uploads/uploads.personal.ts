import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { FileDeletions } from './file-deletions.ts'
import type { Files } from './uploads.files.ts'
import { recordingsStore } from './recordings/recordings.store.ts'
import { uploadsStore } from './uploads.store.ts'

export type UploadsPersonalDeps = { db: Db; files: Files; deletions: Pick<FileDeletions, 'queueFolder' | 'deleteOf'> }

/** A user's pictures and recordings: files and rows. */
export function uploadsPersonalData({ db, files, deletions }: UploadsPersonalDeps): PersonalData {
  const store = uploadsStore(db)

  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const pictures = await store.listByOwner(uid)
    yield jsonFile(
      'pictures.json',
      pictures.map(({ id, width, height, alt, createdAt }) => ({ file: `pictures/${id}.webp`, width, height, alt, uploaded: createdAt })),
    )
    for (const { id, path } of pictures) {
      // A missing file must not make the export fail.
      if (await files.exists(path)) yield { path: `pictures/${id}.webp`, bytes: () => files.getBytes(path) }
    }
    const recordings = await recordingsStore(db).listByOwner(uid)
    if (recordings.length === 0) return
    yield jsonFile(
      'voice messages.json',
      recordings.map(({ id, format, durationMs, createdAt }) => ({
        file: `voice messages/${id}.${format}`,
        duration_ms: durationMs,
        uploaded: createdAt,
      })),
    )
    for (const { id, format, path } of recordings) {
      if (await files.exists(path)) yield { path: `voice messages/${id}.${format}`, bytes: () => files.getBytes(path) }
    }
  }

  return {
    part: 'uploads',
    async eraseRows(tx, uid) {
      // The whole folder, including files without a row, which a crash can leave.
      await deletions.queueFolder(tx, { path: uid, files: await uploadsStore(tx).filesOf(uid), owner: uid })
      return () => deletions.deleteOf(uid)
    },
    collect,
  }
}
