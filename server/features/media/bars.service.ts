import { setTimeout as wait } from 'node:timers/promises'
import type { Genre } from '#contract/taste/print.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createBarsStore } from './attributes.store.ts'
import { createSizesStore } from './attributes.store.ts'
import { barsOfTags } from './bars.tags.ts'
import type { ItemId } from './media.types.ts'

/** A directory of artist tags, and the pause that it requires between requests. */
export type TagDirectory = { read: (artist: string) => Promise<{ name: string; count: number }[]>; betweenMs: number }

export type BarsDeps = {
  db: Db
  clock: Clock
  /** Directories in order of preference; may be empty. */
  directories: readonly TagDirectory[]
  /** Called with items whose bars changed. */
  onBarsChanged: (ids: readonly ItemId[]) => Promise<void>
  log: Log
  pause?: (ms: number, stopping: AbortSignal) => Promise<unknown>
}

/** Artists per run. */
const ARTISTS_PER_RUN = 200
/** A run ends after this time, before its job counts as dead. */
const MAX_RUN_MS = 5 * 60_000
const DAY_MS = 24 * 3_600_000
const RETRY_AFTER_MS = 90 * DAY_MS
/** YouTube data may be stored for 30 days (III.E.4.c/d); the margin covers late runs. Syncs confirm it earlier. */
const RETENTION_MS = 28 * DAY_MS
/** After this many consecutive failures a directory is skipped until the next run. */
const MAX_FAILURES = 3

/** Resolves early when the server stops. */
const waitUnlessStopped = (ms: number, signal: AbortSignal): Promise<unknown> => wait(ms, undefined, { signal }).catch(() => undefined)

type DirectoryState = TagDirectory & { failures: number }
const isUnavailable = ({ failures }: DirectoryState): boolean => failures >= MAX_FAILURES

/** Looks up genres of artists without reported ones, and deletes platform data that was not confirmed in time. */
export function createBars({ db, clock, directories, onBarsChanged, log, pause = waitUnlessStopped }: BarsDeps) {
  const store = createBarsStore(db)
  const sizes = createSizesStore(db)
  const stopping = new AbortController()

  /** Returns the bars from the first directory that knows the artist; null when a directory failed. */
  async function readBars(artist: string, states: readonly DirectoryState[]): Promise<Genre[] | null> {
    for (const directory of states) {
      if (isUnavailable(directory)) continue
      try {
        const bars = barsOfTags(await directory.read(artist))
        directory.failures = 0
        if (bars.length > 0) return bars
      } catch (err) {
        // The artist stays due.
        log.warn({ err }, 'artist tags could not be read')
        directory.failures = err instanceof ProviderError && err.kind === 'wait' ? MAX_FAILURES : directory.failures + 1
      } finally {
        await pause(directory.betweenMs, stopping.signal)
      }
    }
    return states.some(({ failures }) => failures > 0) ? null : []
  }

  async function readDirectories(): Promise<ItemId[]> {
    const found: ItemId[] = []
    const states = directories.map((directory) => ({ ...directory, failures: 0 }))
    const until = clock.now().getTime() + MAX_RUN_MS
    for (const { id, name } of await store.listUntagged(new Date(clock.now().getTime() - RETRY_AFTER_MS), ARTISTS_PER_RUN)) {
      if (stopping.signal.aborted) break
      const bars = await readBars(name, states)
      if (bars) found.push(...(await store.saveTags(id, bars, clock.now())))
      if (states.every(isUnavailable) || clock.now().getTime() >= until) break
    }
    return found
  }

  return {
    inferred: store.inferred,
    saveInferred: store.saveInferred,

    /** A running lookup finishes first. */
    stop: () => stopping.abort(),

    /** One run of lookups for artists without reported genres. */
    async learn(): Promise<void> {
      const found = directories.length > 0 ? await readDirectories() : []
      if (found.length > 0) await onBarsChanged(found)
    },

    /** Deletes platform data that was not confirmed in time; the next source counts then. */
    async deleteExpired(): Promise<void> {
      const before = new Date(clock.now().getTime() - RETENTION_MS)
      const found = new Set([...(await store.deleteUnconfirmed(before)), ...(await sizes.deleteUnconfirmed(before))])
      if (found.size > 0) await onBarsChanged([...found])
    },
  }
}
