import type { SyncedSource } from '#contract/taste/taste.ts'
import { DAY_MS } from '#server/platform/local-day.ts'
import { isSynced, type SourceRow } from './sources.types.ts'

/**
 * Retention of provider data, in days. A test compares these with the table in `docs/sources.md`, which explains the
 * policies. Files and picks stay until the user deletes them.
 */
export type RetentionRule = {
  /** Sync again after this age. */
  refreshAfter: number
  /** Delete after this long without a sync. */
  deleteAfter: number
  /** Delete this long after the provider rejected the account, or the profile disappeared. */
  deleteAfterRejection: number
  /** The authorization expires this long after it was granted, even if renewed. Null: it doesn't. */
  authorizationEnds: number | null
}

export const retentionRules: Record<SyncedSource, RetentionRule> = {
  // "Do not store Spotify Content indefinitely"; refresh tokens die six months after the authorization.
  spotify: { refreshAfter: 7, deleteAfter: 30, deleteAfterRejection: 14, authorizationEnds: 180 },
  // III.E.4.c/d: refresh or delete within 30 days; III.D.2: delete when tokens no longer refresh. The margin covers
  // late runs.
  youtube: { refreshAfter: 14, deleteAfter: 28, deleteAfterRejection: 5, authorizationEnds: null },
  listenbrainz: { refreshAfter: 7, deleteAfter: 60, deleteAfterRejection: 30, authorizationEnds: null },
  lastfm: { refreshAfter: 7, deleteAfter: 60, deleteAfterRejection: 30, authorizationEnds: null },
}

/** The interval of the search for accounts whose sync is due. */
export const refreshSchedule = { name: 'taste.refresh', everyMs: 5 * 60_000 }
const REFRESHES_AT_LEAST = 20

/**
 * How many due accounts of one source a run syncs: all within about a day, whatever their number, evenly, for the rate limits
 * of the provider. Syncs that still run count, so that the queue stays short and users who start one don't wait for long.
 */
export const refreshesPerRun = ({ due, syncing }: { due: number; syncing: number }): number =>
  Math.max(REFRESHES_AT_LEAST, Math.ceil((due * refreshSchedule.everyMs) / DAY_MS) - syncing)

/** Users are notified this long before what was read from an account that doesn't sync anymore is deleted. */
export const NOTICE_DAYS = 7

/** When the retention job deletes what was read, if the account doesn't sync before; null while that is far. */
export function keptUntil({ source, rejectedSince, syncedAt }: SourceRow, now: Date): Date | null {
  if (!isSynced(source) || syncedAt === null) return null
  const { deleteAfter, deleteAfterRejection } = retentionRules[source]
  const end = syncedAt.getTime() + deleteAfter * DAY_MS
  if (rejectedSince !== null) return new Date(Math.min(end, rejectedSince.getTime() + deleteAfterRejection * DAY_MS))
  return end - NOTICE_DAYS * DAY_MS <= now.getTime() ? new Date(end) : null
}
