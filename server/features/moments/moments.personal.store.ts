import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** Exports moments, comments, likes and hidden moments. Deletion cascades in the database; uploads delete the pictures. */
export function momentsPersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid, hidden: ReadonlySet<Uid>): AsyncGenerator<ExportedFile> {
    const isShown = sql`moments.author_uid <> all(${[...hidden]}::uuid[])`
    const moments = await sql`
      select posted_at as posted, edited_at as edited, audience, text, link,
        (select count(*) from moment_likes where moment_id = moments.id)::int as likes
      from moments where author_uid = ${uid} order by posted_at
    `.execute(db)
    yield jsonFile('moments.json', moments.rows)
    // Without the text, which may have changed or become invisible to the user since.
    const likes = await sql`
      select liked_at as liked, moments.id as moment, moments.posted_at as posted, profiles.user_name as by
      from moment_likes join moments on moments.id = moment_id left join profiles on profiles.uid = author_uid
      where moment_likes.uid = ${uid} and ${isShown} order by liked_at
    `.execute(db)
    yield jsonFile('likes.json', likes.rows)
    // The user's own comments, even on moments they can no longer see.
    const comments = await sql`
      select c.posted_at as posted, c.text, profiles.user_name as moment_of
      from moment_comments c join moments on moments.id = c.moment_id left join profiles on profiles.uid = moments.author_uid and ${isShown}
      where c.author_uid = ${uid} order by c.posted_at
    `.execute(db)
    yield jsonFile('comments.json', comments.rows)
    const hides = await sql`
      select h.hidden_at as hidden, profiles.user_name as by
      from moment_hides h join moments on moments.id = h.moment_id left join profiles on profiles.uid = moments.author_uid
      where h.uid = ${uid} and ${isShown} order by h.hidden_at
    `.execute(db)
    yield jsonFile('hidden-moments.json', hides.rows)
  }
  return { part: 'moments', collect }
}
