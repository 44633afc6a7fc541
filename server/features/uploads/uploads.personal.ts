import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { Files } from './uploads.files.ts'
import { uploadsStore } from './uploads.store.ts'

/** The pictures of a person: their bytes and their rows. */
export function uploadsPersonalData({ db, files }: { db: Db; files: Files }): PersonalData {
  const store = uploadsStore(db)

  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const pictures = await store.ofPerson(uid)
    yield jsonFile(
      'pictures.json',
      pictures.map(({ id, width, height, alt, createdAt }) => ({ file: `pictures/${id}.webp`, width, height, alt, uploaded: createdAt })),
    )
    for (const { id, path } of pictures) {
      // A row whose file is gone must not keep somebody from everything else.
      if (await files.exists(path)) yield { path: `pictures/${id}.webp`, bytes: () => files.getBytes(path) }
    }
  }

  return {
    part: 'uploads',
    // The whole folder, so that files without a row (a crash between the two) go as well.
    erase: (uid) => files.deleteAll(uid),
    collect,
  }
}
