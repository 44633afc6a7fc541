import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { Db } from '#server/platform/db/database.ts'
import { exportContentMutes } from './mutes/content-mutes.ts'
import { createPlayerSettingsStore } from './player-settings.store.ts'

/** A user's player settings, and muted words, artists, and channels. */
export function playerSettingsPersonalData(db: Db): PersonalData {
  const store = createPlayerSettingsStore(db)
  return {
    part: 'players',
    eraseRows: (tx, uid) => createPlayerSettingsStore(tx).remove(uid),
    async *collect(uid) {
      const settings = await store.find(uid)
      if (settings) yield jsonFile('players.json', settings)
      const mutes = await exportContentMutes(db, uid)
      if (mutes.length > 0) yield jsonFile('muted-words-and-artists.json', mutes)
    },
  }
}
