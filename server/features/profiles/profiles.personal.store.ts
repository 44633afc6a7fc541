import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type AfterErasure, type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { releaseUserName } from './profiles.user-names.store.ts'

type ProfileDataDeps = { db: Db; clock: Clock; deleted: (uid: Uid) => void }

/** A user's profile data. Deleting the user deletes the row. */
export function profilesPersonalData({ db, clock, deleted }: ProfileDataDeps): PersonalData {
  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const { rows } = await sql`
      select user_name, name, bio, place, languages, birth_year, avatar_id as picture, cover_id as cover, pinned_item_id as pinned, joined_at as joined,
        user_name_changed_at as user_name_changed,
        (select coalesce(jsonb_agg(jsonb_build_object('sha256', encode(name_hash, 'hex'), 'changed', released_at) order by released_at), '[]')
         from released_user_names where released_user_names.uid = profiles.uid) as former_user_names
      from profiles where uid = ${uid}
    `.execute(db)
    yield jsonFile('profile.json', rows[0] ?? null)
  }
  /** The username stays reserved for a while. So do former ones, which no longer redirect to the user. */
  async function eraseRows(tx: Db, uid: Uid): Promise<AfterErasure> {
    await releaseUserName(tx, uid, { now: clock.now(), isChanged: false })
    return async () => deleted(uid)
  }

  return { part: 'profiles', collect, eraseRows }
}
