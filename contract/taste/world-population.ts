import type { WorldSize } from './taste.ts'

/** The number of accounts, by the unit that a provider counts; it only has to be of the right order of magnitude. */
export const WORLD_POPULATION: Record<WorldSize['unit'], number> = {
  followers: 600_000_000,
  subscribers: 300_000_000,
  listeners: 40_000_000,
  listenbrainz_listeners: 50_000,
}
