import { setTimeout as wait } from 'node:timers/promises'
import type { Genre } from '#contract/print.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createBarsStore } from './bars.store.ts'
import { createSizesStore } from './sizes.store.ts'
import { barsOfTags } from './bars.tags.ts'
import type { ItemId } from './media.types.ts'

/** A directory of what artists are called, and for how long it wants to be left alone after a question. */
export type TagDirectory = { read: (artist: string) => Promise<{ name: string; count: number }[]>; betweenMs: number }

export type BarsDeps = {
  db: Db
  clock: Clock
  /** Who is asked what listeners elsewhere call an artist, in this order; none where none is set up. */
  directories: readonly TagDirectory[]
  /** Told of things that stand in other bars from now on. */
  changed: (ids: readonly ItemId[]) => Promise<void>
  log: Log
  pause?: (ms: number, stopping: AbortSignal) => Promise<unknown>
}

/** Artists of one round. */
const A_ROUND = 200
/** A round ends here, however slowly it was answered: its job must end before it is taken for dead. */
const ROUND_MS = 5 * 60_000
const DAY_MS = 24 * 3_600_000
const ASK_AGAIN_MS = 90 * DAY_MS
/** What YouTube says may be kept for 30 days (III.E.4.c/d); two are left for rounds that run late. A sync says it again before. */
const TOLD_MS = 28 * DAY_MS
/** After so many failures in a row the directory is left alone until the next round. */
const ENOUGH_FAILURES = 3

/** Ends early, and not as a failure, when the server stops. */
const patiently = (ms: number, signal: AbortSignal): Promise<unknown> => wait(ms, undefined, { signal }).catch(() => undefined)

type Asked = TagDirectory & { failures: number }
const isAway = ({ failures }: Asked): boolean => failures >= ENOUGH_FAILURES

/** Finds out what artists are of whom no platform says it, and forgets what platforms have not said for long. */
export function createBars({ db, clock, directories, changed, log, pause = patiently }: BarsDeps) {
  const store = createBarsStore(db)
  const sizes = createSizesStore(db)
  const stopping = new AbortController()

  /** What the first directory that knows the artist says; null when one that might know could not be asked. */
  async function heard(artist: string, round: readonly Asked[]): Promise<Genre[] | null> {
    for (const directory of round) {
      if (isAway(directory)) continue
      try {
        const bars = barsOfTags(await directory.read(artist))
        directory.failures = 0
        if (bars.length > 0) return bars
      } catch (err) {
        // The artist stays among those to ask about.
        log.warn({ err }, 'nobody said what an artist is')
        directory.failures = err instanceof ProviderError && err.kind === 'wait' ? ENOUGH_FAILURES : directory.failures + 1
      } finally {
        await pause(directory.betweenMs, stopping.signal)
      }
    }
    return round.some(({ failures }) => failures > 0) ? null : []
  }

  async function ask(): Promise<ItemId[]> {
    const found: ItemId[] = []
    const round = directories.map((directory) => ({ ...directory, failures: 0 }))
    const until = clock.now().getTime() + ROUND_MS
    for (const { id, name } of await store.toAskAbout(new Date(clock.now().getTime() - ASK_AGAIN_MS), A_ROUND)) {
      if (stopping.signal.aborted) break
      const bars = await heard(name, round)
      if (bars) found.push(...(await store.asked(id, bars, clock.now())))
      if (round.every(isAway) || clock.now().getTime() >= until) break
    }
    return found
  }

  return {
    inferred: store.inferred,
    saveInferred: store.saveInferred,

    /** A round that is under way ends after the question it is at. */
    stop: () => stopping.abort(),

    /** One round of asking the directories about artists of whom no platform says what they are. */
    async learn(): Promise<void> {
      const found = directories.length > 0 ? await ask() : []
      if (found.length > 0) await changed(found)
    },

    /** What platforms said of things and have not said again is forgotten; the next source speaks then. */
    async forget(): Promise<void> {
      const before = new Date(clock.now().getTime() - TOLD_MS)
      const found = new Set([...(await store.forgetTold(before)), ...(await sizes.forget(before))])
      if (found.size > 0) await changed([...found])
    },
  }
}
