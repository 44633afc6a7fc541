import { sql } from 'kysely'
import type { Uid } from '#contract/ids.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '../../platform/personal-data.ts'

/** Moments and likes. The rows hang on the person's own. */
export function momentsPersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const moments = await sql`
      select posted_at as posted, audience, text, link,
        (select count(*) from moment_likes where moment_id = moments.id)::int as likes
      from moments where author_uid = ${uid} order by posted_at
    `.execute(db)
    yield jsonFile('moments.json', moments.rows)
    const likes = await sql`
      select liked_at as liked, profiles.user_name as by, moments.text
      from moment_likes join moments on moments.id = moment_id left join profiles on profiles.uid = author_uid
      where moment_likes.uid = ${uid} order by liked_at
    `.execute(db)
    yield jsonFile('likes.json', likes.rows)
  }
  return { part: 'moments', collect }
}
