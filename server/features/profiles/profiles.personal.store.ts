import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** A user's profile data. Deleting the user deletes the row. */
export function profilesPersonalData({ db, clock }: { db: Db; clock: Clock }): PersonalData {
  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const { rows } = await sql`
      select user_name, name, bio, place, languages, birth_year, avatar_id as picture, cover_id as cover, pinned_item_id as pinned, joined_at as joined from profiles where uid = ${uid}
    `.execute(db)
    yield jsonFile('profile.json', rows[0] ?? null)
  }
  /** Reserves the user name for a while. Names whose time is over go with the next account that is deleted. */
  async function eraseRows(tx: Db, uid: Uid): Promise<void> {
    const now = clock.now()
    const over = new Date(now.getTime() - limits.userName.reservedMs)
    await sql`delete from released_user_names where released_at <= ${over}`.execute(tx)
    await sql`
      insert into released_user_names (name_hash, released_at)
      select sha256(convert_to(lower(user_name::text), 'UTF8')), ${now}::timestamptz from profiles where uid = ${uid}
      on conflict (name_hash) do update set released_at = excluded.released_at`.execute(tx)
  }

  return { part: 'profiles', collect, eraseRows }
}
