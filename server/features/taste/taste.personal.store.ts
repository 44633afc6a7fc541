import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { dateOfDay } from '#server/platform/local-day.ts'
import { unpackDay } from '#server/features/sources/days.ts'
import { decodeTimes, minuteOf, secondsOf, type Play } from '#server/features/sources/play-times.ts'
import type { Sources } from '#server/features/sources/sources.service.ts'

/** Export and erasure of taste and sources. Erasing removes the user from matches and revokes authorizations; other rows cascade. */
export function tastePersonalData({ db, sources }: { db: Db; sources: Pick<Sources, 'eraseRows'> }): PersonalData {
  async function* collect(uid: Uid, hidden: ReadonlySet<Uid>): AsyncGenerator<ExportedFile> {
    const connected = await sql`
      select source, status, account_name as account, shown_to, counts_for_matching, counts_silently, counts, created_at as connected, synced_at as read
      from taste_sources where uid = ${uid} order by source
    `.execute(db)
    yield jsonFile('taste-sources.json', connected.rows)
    const rows = await sql`
      select taste_rows.source, items.kind, items.name, items.by_name as by, taste_rows.rank, taste_rows.weight, taste_rows.ranges,
        (select jsonb_agg(jsonb_build_object('name', artist.name, 'spotify_id', artist.spotify_id) order by credit.place)
          from track_artists credit join items artist on artist.id = credit.artist_id where credit.track_id = items.id) as artists,
        (select jsonb_agg(external_id order by external_id) from item_ids
          where item_ids.item_id = items.id and item_ids.source = 'isrc') as isrcs
      from taste_rows join items on items.id = taste_rows.item_id
      where taste_rows.uid = ${uid} order by taste_rows.source, items.kind, taste_rows.rank
    `.execute(db)
    yield jsonFile('taste.json', rows.rows)
    const plays = await sql<{ times: Uint8Array; days: number[] }>`
      select plays.source, items.kind, items.name, items.by_name as by, plays.times, plays.days::float8[] as days
      from item_plays plays join items on items.id = plays.item_id
      where plays.uid = ${uid} and plays.first_at is not null order by plays.source, items.kind, items.name
    `.execute(db)
    if (plays.rows.length > 0)
      yield jsonFile(
        'plays.json',
        plays.rows.map(({ times, days, ...item }) => ({
          ...item,
          plays: decodeTimes(times).map(timedPlay),
          ...(days.length > 0 ? { days: days.map(datedPlays) } : {}),
        })),
      )
    // Only with users who share receipts, too: in the export as on the page.
    const receipts = await sql`
      select day::text, case when viewer_uid = ${uid} then 'I opened' else 'opened mine' end as what, profiles.user_name
      from match_receipts
      cross join lateral (select case when viewer_uid = ${uid} then viewed_uid else viewer_uid end as uid) as other
      join profiles on profiles.uid = other.uid
      join privacy_settings theirs on theirs.uid = other.uid and theirs.match_receipts
      join privacy_settings mine on mine.uid = ${uid} and mine.match_receipts
      where (viewer_uid = ${uid} or viewed_uid = ${uid}) and other.uid <> all(${[...hidden]}::uuid[]) order by day, what, user_name
    `.execute(db)
    if (receipts.rows.length > 0) yield jsonFile('match-receipts.json', receipts.rows)
    const months = await sql`
      select month::text, source, bars from monthly_prints where uid = ${uid} order by month, source
    `.execute(db)
    if (months.rows.length > 0) yield jsonFile('taste-months.json', months.rows)
    for (const [file, table] of [
      ['taste-saved.json', 'taste_saved'],
      ['taste-less-like.json', 'taste_less_like'],
    ] as const) {
      const tableRows = await sql`
        select items.kind, items.name, items.by_name as by, noted.created_at as noted
        from ${sql.table(table)} noted join items on items.id = noted.item_id where noted.uid = ${uid} order by noted.created_at
      `.execute(db)
      yield jsonFile(file, tableRows.rows)
    }
    const dismissed = await sql`
      select profiles.user_name, taste_dismissed.created_at as dismissed
      from taste_dismissed join profiles on profiles.uid = taste_dismissed.other_uid
      where taste_dismissed.uid = ${uid} and taste_dismissed.other_uid <> all(${[...hidden]}::uuid[]) order by taste_dismissed.created_at
    `.execute(db)
    yield jsonFile('taste-dismissed.json', dismissed.rows)
  }

  return {
    part: 'taste',
    eraseRows: sources.eraseRows,
    collect,
  }
}

function timedPlay(play: Play): { at: string; seconds: number | null } {
  return { at: new Date(minuteOf(play) * 60_000).toISOString(), seconds: secondsOf(play) || null }
}

function datedPlays(packed: number): { day: string | null; plays: number; seconds: number | null } {
  const { day, plays, seconds } = unpackDay(packed)
  return { day: day === 0 ? null : dateOfDay(day), plays, seconds: seconds || null }
}
