import type { Db } from '#server/platform/db/database.ts'
import { fileNameOf, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { createFolderStore } from './folders.store.ts'

/** A user's folders with their items and notes. */
export function foldersPersonalData(db: Db): PersonalData {
  const store = createFolderStore(db)
  return {
    part: 'folders',
    eraseRows: (tx, uid) => createFolderStore(tx).removeAll(uid),
    async *collect(uid) {
      for (const { id, name } of await store.listByUser(uid, null)) {
        const items = await store.items(id)
        yield jsonFile(`saved/${fileNameOf(name)} ${id}.json`, {
          name,
          items: items.map(({ link, note, addedAt }) => ({ link: link.link, note, added: addedAt })),
        })
      }
    },
  }
}
