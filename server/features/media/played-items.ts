import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { shelfCalls } from '#contract/taste/shelf.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'

type Platform = 'spotify' | 'youtube'
type Tables = { played_items: { uid: Uid; platform: Platform; external_id: string; played_at: Date } }

const PLAYS = { limit: 300, windowMs: 600_000 }

/** The plays of users here. Only the user sees them. */
export function createPlayedItems(plain: Db) {
  const db = plain.withTables<Tables>()
  return {
    async mark(uid: Uid, platform: Platform, id: string, now: Date): Promise<void> {
      await db
        .insertInto('played_items')
        .values({ uid, platform, external_id: id, played_at: now })
        .onConflict((conflict) => conflict.columns(['uid', 'platform', 'external_id']).doUpdateSet({ played_at: now }))
        .execute()
    },

    /** Filters these platform ids to those that the user has played. */
    async playedOf(uid: Uid, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('played_items')
        .select('external_id')
        .where('uid', '=', uid)
        // Ids of the two platforms differ in length.
        .where('platform', 'in', ['spotify', 'youtube'])
        .where('external_id', '=', sql<string>`any(${[...ids]}::text[])`)
        .execute()
      return new Set(rows.map((row) => row.external_id))
    },

    async all(uid: Uid) {
      return db
        .selectFrom('played_items')
        .select(['platform', 'external_id as id', 'played_at as played'])
        .where('uid', '=', uid)
        .orderBy('played_at')
        .execute()
    },

    async remove(uid: Uid): Promise<void> {
      await db.deleteFrom('played_items').where('uid', '=', uid).execute()
    },
  }
}

export function playedItemsRoutes(db: Db, clock: Clock): Route[] {
  const store = createPlayedItems(db)
  const limit = createRateLimit({ clock, ...PLAYS })
  return [
    route(shelfCalls.markPlayed, async ({ viewer, body }) => {
      limit.assert(viewer.uid)
      await store.mark(viewer.uid, body.platform, body.id, clock.now())
    }),
  ]
}

export function playedItemsPersonalData(db: Db): PersonalData {
  return {
    part: 'played items',
    eraseRows: (tx, uid) => createPlayedItems(tx).remove(uid),
    async *collect(uid) {
      const played = await createPlayedItems(db).all(uid)
      if (played.length > 0) yield jsonFile('played.json', played)
    },
  }
}
