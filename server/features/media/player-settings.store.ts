import type { Uid } from '#contract/base/ids.ts'
import { defaultPlayerSettings, type PlayerSettings } from '#contract/players.ts'
import type { Db } from '#server/platform/db/database.ts'

const columns = [
  'autoplay',
  'play_on',
  'spotify',
  'youtube',
  'tiktok',
  'instagram',
  'facebook',
] as const satisfies readonly (keyof PlayerSettings)[]
export type PlayerSettingsChange = { [K in keyof PlayerSettings]?: PlayerSettings[K] | undefined }

export function createPlayerSettingsStore(plain: Db) {
  const db = plain.withTables<{ player_settings: { uid: Uid } & PlayerSettings }>()
  return {
    async find(uid: Uid): Promise<PlayerSettings | null> {
      return (await db.selectFrom('player_settings').select(columns).where('uid', '=', uid).executeTakeFirst()) ?? null
    },

    /** Changes only the given fields, so that concurrent changes of different fields are both stored. */
    async change(uid: Uid, change: PlayerSettingsChange): Promise<PlayerSettings> {
      // Kysely ignores undefined fields in updates, but in inserts they would override the defaults.
      const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      return db
        .insertInto('player_settings')
        .values({ uid, ...defaultPlayerSettings, ...changed })
        .onConflict((conflict) => conflict.column('uid').doUpdateSet({ uid, ...changed }))
        .returning(columns)
        .executeTakeFirstOrThrow()
    },

    async remove(uid: Uid): Promise<void> {
      await db.deleteFrom('player_settings').where('uid', '=', uid).execute()
    },
  }
}
