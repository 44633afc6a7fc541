import type { Db } from '#server/platform/db/database.ts'
import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { createExclusionsStore } from '#server/features/sources/play-exclusions.ts'
import { createRecapsStore } from './recaps.store.ts'

/** The weeks that a user got, with their matches, and which plays they deleted or hid. Their plays are in the export of taste. */
export function recapsPersonalData(db: Db): PersonalData {
  return {
    part: 'recaps',
    async eraseRows(tx, uid) {
      await createRecapsStore(tx).erase(uid)
      await createExclusionsStore(tx).erase(uid)
    },
    async *collect(uid, hidden) {
      const { weeks, matches } = await createRecapsStore(db).all(uid, [...hidden])
      if (weeks.length + matches.length > 0) yield jsonFile('weeks.json', { weeks, matches })
      const { excluded, hidden: hiddenItems } = await createExclusionsStore(db).all(uid)
      if (excluded.length + hiddenItems.length > 0) yield jsonFile('plays-deleted.json', { excluded, hidden: hiddenItems })
    },
  }
}
