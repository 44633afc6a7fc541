import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { createBarsStore } from './bars.store.ts'
import { barsOfTags } from './bars.tags.ts'
import type { ItemId } from './media.types.ts'

export type BarsDeps = {
  db: Db
  clock: Clock
  /** What listeners elsewhere call an artist; null where no such directory is set up. */
  readTags: ((artist: string) => Promise<{ name: string; count: number }[]>) | null
  /** Told of things that stand in other bars from now on. */
  changed: (ids: readonly ItemId[]) => Promise<void>
  log: Log
  pause?: (ms: number) => Promise<unknown>
}

/** Artists of one round. */
const A_ROUND = 200
/** Last.fm asks for no more than five calls a second. */
const BETWEEN_MS = 300
const ASK_AGAIN_MS = 90 * 24 * 3_600_000
/** After so many failures in a row the directory is left alone until the next round. */
const ENOUGH_FAILURES = 3

/** Finds out what artists are of whom no source has said it. */
export function createBars({ db, clock, readTags, changed, log, pause = wait }: BarsDeps) {
  const store = createBarsStore(db)

  async function ask(read: NonNullable<BarsDeps['readTags']>): Promise<ItemId[]> {
    const found: ItemId[] = []
    let failures = 0
    for (const { id, name } of await store.toAskAbout(new Date(clock.now().getTime() - ASK_AGAIN_MS), A_ROUND)) {
      try {
        found.push(...(await store.asked(id, barsOfTags(await read(name)), clock.now())))
        failures = 0
      } catch (err) {
        // It stays among those to ask about.
        log.warn({ err }, 'nobody said what an artist is')
        if (++failures === ENOUGH_FAILURES) break
      }
      await pause(BETWEEN_MS)
    }
    return found
  }

  return {
    inferred: store.inferred,
    saveInferred: store.saveInferred,

    /** One round of asking the directory about artists of whom nothing is known. */
    async learn(): Promise<void> {
      const found = readTags ? await ask(readTags) : []
      if (found.length > 0) await changed(found)
    },
  }
}
