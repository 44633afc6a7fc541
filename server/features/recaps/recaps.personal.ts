import type { Db } from '#server/platform/db/database.ts'
import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { createRecapsStore } from './recaps.store.ts'

/** The weeks that a user got, with their matches. What they played is in the export of taste. */
export function recapsPersonalData(db: Db): PersonalData {
  return {
    part: 'recaps',
    eraseRows: (tx, uid) => createRecapsStore(tx).erase(uid),
    async *collect(uid, hidden) {
      const { weeks, matches } = await createRecapsStore(db).all(uid, [...hidden])
      if (weeks.length + matches.length > 0) yield jsonFile('weeks.json', { weeks, matches })
    },
  }
}
