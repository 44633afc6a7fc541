import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { PublicVideo, PublicVideoDetails } from '#server/providers/youtube/youtube.types.ts'

type VideoTables = {
  channel_videos: { channel_id: string; videos: PublicVideo[]; read_at: Date }
  video_facts: { video_id: string; title: string | null; channel_id: string | null; channel_name: string | null; read_at: Date }
  items: {
    id: string
    kind: string
    name: string
    name_key: string
    by_key: string
    youtube_id: string | null
    duration_ms: number | null
    known_rank: number | null
  }
  item_ids: { kind: string; source: string; external_id: string; item_id: string }
}

const MAX_CATALOG_VIDEOS = 50

/** Stored YouTube data about channels' videos, and the catalog's own videos. */
export function createChannelVideosStore(plain: Db) {
  const db = plain.withTables<VideoTables>()

  return {
    async videosOf(channelId: string): Promise<{ videos: PublicVideo[]; readAt: Date } | undefined> {
      return db.selectFrom('channel_videos').select(['videos', 'read_at as readAt']).where('channel_id', '=', channelId).executeTakeFirst()
    },

    async saveVideos(channelId: string, videos: readonly PublicVideo[], readAt: Date): Promise<void> {
      const json = sql<PublicVideo[]>`${JSON.stringify(videos)}::jsonb`
      await db
        .insertInto('channel_videos')
        .values({ channel_id: channelId, videos: json, read_at: readAt })
        .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ videos: json, read_at: readAt }))
        .execute()
    },

    /** Null details: the video does not exist. */
    async details(videoId: string): Promise<{ details: PublicVideoDetails | null; readAt: Date } | undefined> {
      const row = await db.selectFrom('video_facts').selectAll().where('video_id', '=', videoId).executeTakeFirst()
      if (!row) return undefined
      const { title, channel_id: channelId, channel_name: channelName, read_at: readAt } = row
      return { details: title !== null && channelId !== null ? { title, channelId, channelName: channelName ?? '' } : null, readAt }
    },

    async saveDetails(videoId: string, details: PublicVideoDetails | null, readAt: Date): Promise<void> {
      const row = {
        title: details?.title ?? null,
        channel_id: details?.channelId ?? null,
        channel_name: details?.channelName ?? null,
        read_at: readAt,
      }
      await db
        .insertInto('video_facts')
        .values({ video_id: videoId, ...row })
        .onConflict((conflict) => conflict.column('video_id').doUpdateSet(row))
        .execute()
    },

    async deleteReadBefore(date: Date): Promise<void> {
      await db.deleteFrom('channel_videos').where('read_at', '<', date).execute()
      await db.deleteFrom('video_facts').where('read_at', '<', date).execute()
    },

    /** Catalog videos of a channel, or tracks of an artist's automatic channel. */
    async listCatalogVideos(channelId: string): Promise<PublicVideo[]> {
      return db
        .selectFrom('item_ids')
        .innerJoin('items as maker', 'maker.id', 'item_ids.item_id')
        .innerJoin('items as made', 'made.by_key', 'maker.name_key')
        .select(['made.youtube_id as videoId', 'made.name as title', 'made.duration_ms as durationMs'])
        .where('item_ids.source', '=', 'youtube')
        .where('item_ids.external_id', '=', channelId)
        .where('item_ids.kind', 'in', ['channel', 'artist'])
        .where('made.kind', '=', sql<string>`case maker.kind when 'channel' then 'video' else 'track' end`)
        .where('made.youtube_id', 'is not', null)
        .orderBy('made.name')
        .orderBy('made.id')
        .limit(MAX_CATALOG_VIDEOS)
        .$narrowType<{ videoId: string }>()
        .execute()
    },

    /** The catalog's data about a video. */
    async findCatalogVideo(videoId: string): Promise<PublicVideoDetails | undefined> {
      return db
        .selectFrom('item_ids')
        .innerJoin('items as made', 'made.id', 'item_ids.item_id')
        .innerJoin('items as maker', 'maker.name_key', 'made.by_key')
        .select(['made.name as title', 'maker.youtube_id as channelId', 'maker.name as channelName'])
        .where('item_ids.source', '=', 'youtube')
        .where('item_ids.external_id', '=', videoId)
        .where('item_ids.kind', 'in', ['video', 'track'])
        .where('maker.kind', '=', sql<string>`case made.kind when 'video' then 'channel' else 'artist' end`)
        .where('maker.youtube_id', 'is not', null)
        .where('made.by_key', '<>', '')
        .orderBy(sql`maker.known_rank nulls last`)
        .orderBy('maker.id')
        .$narrowType<{ channelId: string }>()
        .executeTakeFirst()
    },
  }
}
