import { sql } from 'kysely'
import { type StoredKind, storedDataCalls } from '#contract/identity/stored-data.ts'
import type { Uid } from '#contract/base/ids.ts'
import { syncedSources } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import { route, type Route, type Viewer } from '#server/platform/http/route.ts'

type Counts = Record<StoredKind, number>
type StoredDataDeps = { db: Db; sessionsOf: (viewer: Viewer) => Promise<readonly unknown[]> }

/** How much each feature stores about the viewer. Only their rows are counted, so a block between two users changes nothing. */
export const storedDataRoutes = ({ db, sessionsOf }: StoredDataDeps): Route[] => [
  route(storedDataCalls.getStoredData, async ({ viewer }) => {
    const [counts, sessions] = await Promise.all([countRows(db, viewer.uid), sessionsOf(viewer)])
    return { counts: { ...counts, sessions: sessions.length } }
  }),
]

async function countRows(db: Db, uid: Uid): Promise<Omit<Counts, 'sessions'>> {
  const { rows } = await sql<Omit<Counts, 'sessions'>>`
    select
      (select count(*) from taste_sources where uid = ${uid} and source = any(${syncedSources}))::int as sources,
      (select count(*) from taste_rows where uid = ${uid})::int as taste,
      (select count(*) from item_plays where uid = ${uid})::int as played_items,
      (select count(*) from monthly_prints where uid = ${uid})::int as months,
      (select count(*) from taste_saved where uid = ${uid})::int as saved,
      (select count(*) from folders where uid = ${uid})::int as folders,
      ((select count(*) from connections where low_uid = ${uid} and state = 'connected')
        + (select count(*) from connections where high_uid = ${uid} and state = 'connected'))::int as buddies,
      (select count(*) from messages where sender = ${uid})::int as messages,
      (select count(*) from uploads where uid = ${uid} and waveform is not null)::int as voice,
      (select count(*) from starred_messages where uid = ${uid})::int as starred,
      (select count(*) from moments where author_uid = ${uid})::int as moments,
      (select count(*) from moment_comments where author_uid = ${uid})::int as comments,
      ((select count(*) from moment_likes where uid = ${uid})
        + (select count(*) from moment_comment_likes where uid = ${uid})
        + (select count(*) from message_reactions where uid = ${uid}))::int as likes,
      (select count(*) from moment_bookmarks where uid = ${uid})::int as bookmarks,
      (select count(*) from uploads where uid = ${uid} and waveform is null)::int as pictures,
      (select count(*) from blends where made_by = ${uid})::int as blends,
      ((select count(*) from content_mutes where uid = ${uid} and (until is null or until > now()))
        + (select count(*) from mutes where uid = ${uid})
        + (select count(*) from connections where low_uid = ${uid} and low_blocks)
        + (select count(*) from connections where high_uid = ${uid} and high_blocks))::int as muted,
      (select count(*) from notifications where uid = ${uid})::int as notifications,
      (select count(*) from push_subscriptions where uid = ${uid})::int as push,
      (select count(*) from match_receipts where viewer_uid = ${uid})::int as match_receipts
  `.execute(db)
  const counts = rows[0]
  if (!counts) throw new Error('counting returned no row')
  return counts
}
