import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** Exports moments, comments, likes and hidden moments. Deletion cascades in the database; uploads delete the pictures. */
export function momentsPersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid, hidden: ReadonlySet<Uid>): AsyncGenerator<ExportedFile> {
    const isShown = sql`moments.author_uid <> all(${[...hidden]}::uuid[])`
    const moments = await sql`
      select posted_at as posted, edited_at as edited, audience, text, link, quote_of as quotes,
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
    const draft = await sql`select text, audience, saved_at as saved from moment_drafts where uid = ${uid}`.execute(db)
    yield jsonFile('moment-draft.json', draft.rows[0] ?? null)
    const alerts = await sql`
      select profiles.user_name as posts_of, a.since from post_alerts a left join profiles on profiles.uid = a.author_uid
      where a.uid = ${uid} and a.author_uid <> all(${[...hidden]}::uuid[]) order by a.since
    `.execute(db)
    yield jsonFile('post-alerts.json', alerts.rows)
    const bookmarks = await sql`
      select b.saved_at as saved, moments.id as moment, profiles.user_name as by
      from moment_bookmarks b join moments on moments.id = b.moment_id left join profiles on profiles.uid = moments.author_uid
      where b.uid = ${uid} and ${isShown} order by b.saved_at
    `.execute(db)
    yield jsonFile('bookmarks.json', bookmarks.rows)
    const commentLikes = await sql`
      select l.liked_at as liked, c.moment_id as moment, profiles.user_name as by
      from moment_comment_likes l join moment_comments c on c.id = l.comment_id left join profiles on profiles.uid = c.author_uid
      where l.uid = ${uid} and c.author_uid <> all(${[...hidden]}::uuid[]) order by l.liked_at
    `.execute(db)
    yield jsonFile('comment-likes.json', commentLikes.rows)
    // The user's own comments, even on moments they can no longer see.
    const comments = await sql`
      select c.posted_at as posted, c.text, c.reply_to as replies_to, profiles.user_name as moment_of
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
