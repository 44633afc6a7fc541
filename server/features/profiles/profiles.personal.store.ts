import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** What a person says about themselves. The row hangs on the person's own. */
export function profilesPersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const { rows } = await sql`
      select user_name, name, bio, place, languages, birth_year, avatar_id as picture, cover_id as cover, pinned_item_id as pinned, joined_at as joined from profiles where uid = ${uid}
    `.execute(db)
    yield jsonFile('profile.json', rows[0] ?? null)
  }
  return { part: 'profiles', collect }
}
