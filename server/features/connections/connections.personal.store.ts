import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** Buddies, requests, blocks, mutes, and privacy settings. The rows are deleted with the user's row. */
export function connectionsPersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid, hidden: ReadonlySet<Uid>): AsyncGenerator<ExportedFile> {
    // Excludes blocks by the other side and their notes of declined requests. Users whom this user blocked are listed, as in
    // the settings.
    const { rows } = await sql`
      select
        case when state = 'connected' then 'buddy' when state = 'requested' then 'request' when mine.blocks then 'blocked' else state end as standing,
        profiles.user_name, profiles.name, connected_at as since,
        case when state = 'requested' then asked_at end as asked,
        case when asked_by = mine.side then note end as my_note
      from connections
      cross join lateral (select
        case when low_uid = ${uid} then 'low' else 'high' end as side,
        case when low_uid = ${uid} then low_blocks else high_blocks end as blocks,
        case when low_uid = ${uid} then high_uid else low_uid end as other
      ) as mine
      left join profiles on profiles.uid = mine.other
      where (low_uid = ${uid} or high_uid = ${uid}) and (state in ('connected', 'requested') or mine.blocks)
      order by coalesce(connected_at, asked_at), profiles.user_name
    `.execute(db)
    yield jsonFile('connections.json', rows)
    const muted = await sql`
      select profiles.user_name, profiles.name, mutes.muted_at as since from mutes
      left join profiles on profiles.uid = mutes.muted_uid
      where mutes.uid = ${uid} and mutes.muted_uid <> all(${[...hidden]}::uuid[]) order by mutes.muted_at
    `.execute(db)
    yield jsonFile('muted.json', muted.rows)
    const privacy = await sql`
      select messages, requests, music, video, buddies, match, presence, receipts, typing, listening, history, counted, pictured, named, match_receipts from privacy_settings where uid = ${uid}
    `.execute(db)
    // Null when the user never changed a setting.
    yield jsonFile('privacy.json', privacy.rows[0] ?? null)
  }
  return { part: 'connections', collect }
}
