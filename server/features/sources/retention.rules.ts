import type { SyncedSource } from '#contract/taste.ts'

/**
 * How long what a provider told is kept, in days. `docs/sources.md` says the same in a table (a test compares), with the
 * policies behind it. Files and picks are people's own and stay until they are deleted.
 */
export type RetentionRule = {
  /** Read again when the last reading is so old. */
  refreshAfter: number
  /** Deleted when it could not be read again for so long. */
  deleteAfter: number
  /** Deleted so long after the provider refused us, or the profile was gone. */
  deleteAfterRefusal: number
  /** The provider's authorisation ends so long after it was given, however often it is renewed; null: it does not. */
  authorisationEnds: number | null
}

export const retentionRules: Record<SyncedSource, RetentionRule> = {
  // "Do not store Spotify Content indefinitely"; refresh tokens die six months after the authorisation.
  spotify: { refreshAfter: 7, deleteAfter: 30, deleteAfterRefusal: 14, authorisationEnds: 180 },
  // III.E.4.c/d: 30 days, then refresh or delete; III.D.2: tokens that no longer refresh end it. Days are left for what runs late.
  youtube: { refreshAfter: 14, deleteAfter: 28, deleteAfterRefusal: 5, authorisationEnds: null },
  listenbrainz: { refreshAfter: 7, deleteAfter: 60, deleteAfterRefusal: 30, authorisationEnds: null },
  lastfm: { refreshAfter: 7, deleteAfter: 60, deleteAfterRefusal: 30, authorisationEnds: null },
}
