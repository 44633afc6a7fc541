import type { Uid } from '#contract/base/ids.ts'
import { defaultPlayerSettings, type PlayerSettings } from '#contract/players.ts'
import type { Db } from '#server/platform/db/database.ts'

const columns = ['autoplay', 'spotify', 'youtube', 'tiktok', 'instagram', 'facebook'] as const satisfies readonly (keyof PlayerSettings)[]
export type PlayerSettingsChange = { [K in keyof PlayerSettings]?: PlayerSettings[K] | undefined }

/** What people chose for players. */
export function createPlayerSettingsStore(plain: Db) {
  const db = plain.withTables<{ player_settings: { uid: Uid } & PlayerSettings }>()
  return {
    /** Null for somebody who never chose. */
    async of(uid: Uid): Promise<PlayerSettings | null> {
      return (await db.selectFrom('player_settings').select(columns).where('uid', '=', uid).executeTakeFirst()) ?? null
    },

    /** Changes only what is given, so that two devices that change different things both win. */
    async change(uid: Uid, change: PlayerSettingsChange): Promise<PlayerSettings> {
      // Kysely leaves out what is undefined when it updates, but the defaults would be lost in what it inserts.
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      return db
        .insertInto('player_settings')
        .values({ uid, ...defaultPlayerSettings, ...given })
        .onConflict((it) => it.column('uid').doUpdateSet({ uid, ...given }))
        .returning(columns)
        .executeTakeFirstOrThrow()
    },

    async remove(uid: Uid): Promise<void> {
      await db.deleteFrom('player_settings').where('uid', '=', uid).execute()
    },
  }
}
