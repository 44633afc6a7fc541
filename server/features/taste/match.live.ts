import type { Uid } from '#contract/ids.ts'
import type { SourceName } from '#contract/taste.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Log } from '../../platform/log.ts'
import type { Media } from '../media/media.service.ts'
import { createMatchIndex, type IndexedRow, type MatchIndex } from './match.index.ts'
import type { ConsentedEntry, TasteStore } from './taste.store.ts'

export type LiveDeps = {
  store: Pick<TasteStore, 'rowsOf' | 'rowsOfNext'>
  media: Pick<Media, 'facts'>
  bus: Pick<Bus, 'announce' | 'onAnnouncement'>
  /** Whether the operator lets rows of this source be shown to others and count at all. */
  maySource: (source: SourceName) => boolean
  log: Log
}

export type LiveIndex = {
  readonly index: MatchIndex
  /** Reads everybody's taste; call once before the first question. */
  start: () => Promise<void>
  /** That person's taste or consent has changed: reads it again here, before it resolves, and on every other process. */
  changed: (uid: Uid) => Promise<void>
}

const TOPIC = 'taste.changed'
const PEOPLE_AT_ONCE = 500

/** Keeps the index of matches in step with the store. */
export function createLiveIndex({ store, media, bus, maySource, log }: LiveDeps): LiveIndex {
  const index = createMatchIndex()
  /** The reading under way of each person: two at once could put the older answer last. */
  const reading = new Map<Uid, Promise<void>>()
  /** Whoever changed while the start was still reading everybody: what the start has read of them may be older. */
  const changedMeanwhile = new Set<Uid>()

  async function put(uid: Uid, entries: readonly ConsentedEntry[]): Promise<void> {
    const unknown = index.unknown(entries.map((entry) => entry.itemId))
    if (unknown.length > 0) index.learn((await media.facts(unknown)).values())
    index.put(uid, entries.map(allowed))
  }

  function allowed(entry: ConsentedEntry): IndexedRow {
    const may = maySource(entry.source)
    return { itemId: entry.itemId, weight: entry.weight, shownTo: may ? entry.shownTo : 'only_me', counts: may && entry.counts }
  }

  async function refresh(uid: Uid): Promise<void> {
    changedMeanwhile.add(uid)
    const before = reading.get(uid) ?? Promise.resolve()
    // Whatever became of the reading before, this one still has to happen.
    const now = before.catch(() => undefined).then(async () => put(uid, await store.rowsOf(uid)))
    reading.set(uid, now)
    try {
      await now
    } finally {
      if (reading.get(uid) === now) reading.delete(uid)
    }
  }

  return {
    index,

    async start() {
      changedMeanwhile.clear()
      bus.onAnnouncement(TOPIC, (uid) => {
        refresh(uid).catch((err: unknown) => log.warn({ err, uid }, 'could not read a changed taste'))
      })
      for (let after: Uid | null = null; ;) {
        const entries: ConsentedEntry[] = await store.rowsOfNext(after, PEOPLE_AT_ONCE)
        const byPerson = Map.groupBy(entries, (entry) => entry.uid)
        for (const [uid, own] of byPerson) if (!changedMeanwhile.has(uid)) await put(uid, own)
        const last = entries.at(-1)?.uid
        if (last === undefined) break
        after = last
      }
      log.info({ people: index.uids().length }, 'match index is ready')
    },

    async changed(uid) {
      await refresh(uid)
      bus.announce(TOPIC, uid)
    },
  }
}
