import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from './media.types.ts'

/** Artists stored per track. */
const MAX_TRACK_ARTISTS = 20

export function createTrackArtistsStore(db: Db) {
  return {
    /** Replaces the artists of each track, the main artist first. Unchanged tracks are not written. */
    async save(artistsByTrack: ReadonlyMap<ItemId, readonly ItemId[]>): Promise<void> {
      if (artistsByTrack.size === 0) return
      const rows = [...artistsByTrack].flatMap(([track_id, artists]) =>
        artists.slice(0, MAX_TRACK_ARTISTS).map((artist_id, index) => ({ track_id, place: index + 1, artist_id })),
      )
      const reported = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reported (track_id uuid, place smallint, artist_id uuid)`
      await sql`
        with removed as (
          delete from track_artists using (select track_id, max(place) as last from ${reported} group by track_id) as reported
          where track_artists.track_id = reported.track_id and track_artists.place > reported.last
        )
        insert into track_artists (track_id, place, artist_id) select track_id, place, artist_id from ${reported} order by track_id, place
        on conflict (track_id, place) do update set artist_id = excluded.artist_id
        where track_artists.artist_id <> excluded.artist_id`.execute(db)
    },
  }
}
