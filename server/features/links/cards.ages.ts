import type { Platform } from '#contract/links.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * For how long a platform's answer counts, and for how long it is kept at most. YouTube allows 30 days and then a refresh
 * (III.E.4.c; one day is left for the clean-up), Spotify "temporarily", and TikTok's picture addresses run out after days.
 */
export const cardAges: Record<Platform, { freshMs: number; keptMs: number }> = {
  youtube: { freshMs: DAY_MS, keptMs: 29 * DAY_MS },
  spotify: { freshMs: DAY_MS, keptMs: 7 * DAY_MS },
  tiktok: { freshMs: 6 * HOUR_MS, keptMs: 2 * DAY_MS },
  instagram: { freshMs: DAY_MS, keptMs: 7 * DAY_MS },
  facebook: { freshMs: DAY_MS, keptMs: 7 * DAY_MS },
}

/** What is gone may come back, so it is asked for again sooner. */
export const GONE_FRESH_MS = 6 * HOUR_MS
/** How long a platform that did not answer is left alone, at least. */
export const UNKNOWN_FRESH_MS = 10 * 60_000
