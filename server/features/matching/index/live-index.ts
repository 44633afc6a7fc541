import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import type { PrivacySettings } from '#contract/privacy.ts'
import type { SourceName } from '#contract/taste.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '#server/platform/bus/bus.ts'
import { catchUpWhenRejoined } from '#server/platform/bus/catch-up.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { MatchEngine } from './index-engine.ts'
import { LEVELS, type IndexedRow } from './index-rows.ts'
import type { TasteVersions } from '../taste-versions.store.ts'
import type { ConsentedEntry, TasteStore } from '../taste.store.ts'

export type LiveIndexDeps = {
  index: MatchEngine
  store: Pick<TasteStore, 'listRows' | 'listRowsAfter'>
  versions: TasteVersions
  media: Pick<Media, 'attributes' | 'onAttributesChanged'>
  /** What people decided about who sees music, video and the match. */
  privacy: { ofMany: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, Pick<PrivacySettings, 'music' | 'video' | 'match'>>> }
  bus: Pick<Bus, 'announceElsewhere' | 'onAnnouncement' | 'onRejoined'>
  /** Whether the operator lets rows of this source be shown to others and count at all. */
  mayShare: (source: SourceName) => boolean
  log: Log
}

export type LiveIndex = {
  /** Ranks for whoever asks by the latest that they have told any server. */
  readonly index: MatchEngine
  /** Reads everybody's taste; call once before the first question. A very large crowd is still being read when it resolves. */
  start: () => Promise<void>
  /** Reads everybody anew, into an index that has lost everything. */
  reload: () => void
  /** These things stand in other bars from now on: they are learnt again here and on every other process. */
  relearn: (ids: readonly ItemId[]) => Promise<void>
  /** That person's taste, consent or privacy has changed: reads it again here, before it resolves, and on every other process. */
  publishChange: (uid: Uid) => Promise<void>
  /** Reads that person again unless what is known here is the latest: another process that was told of a change may be ahead. */
  current: (uid: Uid) => Promise<void>
}

const TOPIC = 'taste.changed'
const ITEMS_TOPIC = 'taste.things'
const ITEMS_PER_MESSAGE = 200
const USERS_PER_PAGE = 500
/** Between two parts of a reading that nobody waits for. */
const PAUSE_MS = 100
/** Nobody waits longer for the first page: from then on people come into the index while others are asking already. */
const MAX_START_MS = 3_000

/** Keeps the index of matches in step with the store. */
export function createLiveIndex({
  index,
  store,
  versions: marks,
  media,
  privacy,
  bus,
  mayShare: maySource,
  log,
}: LiveIndexDeps): LiveIndex {
  /** The reading under way of each person: two at once could put the older answer last. */
  const reading = new Map<Uid, Promise<void>>()
  /** Whoever changed while everybody is being read: what that reading has of them may be older. */
  const changedMeanwhile = new Set<Uid>()
  /** The mark that each person had when they were last read by themselves, where it is larger than `allKnown`. */
  const known = new Map<Uid, number>()
  /** The last reading of everybody holds all changes with smaller marks. */
  let allKnown = 0
  let isReadingAll = false
  let readingAll: Promise<void> = Promise.resolve()
  let isStudying = false

  /** @param isOutdated asked last of all: whether somebody's rows were read anew meanwhile */
  async function put(byPerson: ReadonlyMap<Uid, readonly ConsentedEntry[]>, isOutdated: (uid: Uid) => boolean): Promise<void> {
    const settings = await privacy.ofMany([...byPerson.keys()])
    const puts = [...byPerson].map(async ([uid, entries]) => {
      if (isOutdated(uid)) return
      const own = settings.get(uid)
      await index.put(
        uid,
        entries.map((entry) => allowed(entry, own)),
        own?.match ?? 'everyone',
      )
    })
    await Promise.all(puts)
  }

  async function learnNew(entries: readonly ConsentedEntry[]): Promise<void> {
    const unknown = await index.unknown(entries.map((entry) => entry.itemId))
    if (unknown.length > 0) await index.learn([...(await media.attributes(unknown)).values()])
  }

  function allowed(entry: ConsentedEntry, own: Pick<PrivacySettings, 'music' | 'video'> | undefined): IndexedRow {
    const may = maySource(entry.source)
    const side = entry.kind === 'artist' || entry.kind === 'track' ? own?.music : own?.video
    return {
      itemId: entry.itemId,
      weight: entry.weight,
      shownTo: may ? closer(entry.shownTo, side ?? 'everyone') : 'only_me',
      counts: may && entry.counts,
      silently: may && entry.silently,
    }
  }

  async function refresh(uid: Uid): Promise<void> {
    if (isReadingAll) changedMeanwhile.add(uid)
    const before = reading.get(uid) ?? Promise.resolve()
    // Whatever became of the reading before, this one still has to happen.
    const now = before.catch(() => undefined).then(() => readOne(uid))
    reading.set(uid, now)
    try {
      await now
    } finally {
      if (reading.get(uid) === now) reading.delete(uid)
    }
    study()
  }

  async function readOne(uid: Uid): Promise<void> {
    const mark = await marks.get(uid)
    const entries = await store.listRows(uid)
    await learnNew(entries)
    await put(new Map([[uid, entries]]), () => false)
    known.set(uid, mark)
  }

  async function ensureCurrent(uid: Uid): Promise<void> {
    const mark = await marks.get(uid)
    const isBehind = () => mark > Math.max(known.get(uid) ?? 0, allKnown)
    // Another question, or the news of the change, may have begun a reading that is late enough.
    const begun = reading.get(uid)
    if (begun && isBehind()) await begun.catch(() => undefined)
    if (isBehind()) await refresh(uid)
  }

  /** Learns who listens like whom, where that is due: one step after the other, so that questions come between. */
  function study(): void {
    if (isStudying || isReadingAll) return
    isStudying = true
    const all = async (): Promise<void> => {
      while (await index.study());
    }
    all()
      .catch((err: unknown) => log.warn({ err }, 'could not learn who listens like whom'))
      .finally(() => (isStudying = false))
  }

  /** Everybody is read by one reading after the other. */
  function inTurn(read: () => Promise<void>): Promise<void> {
    // Whoever asked for the one before has heard what became of it.
    readingAll = readingAll.catch(() => undefined).then(() => noting(read))
    return readingAll
  }

  /** Reads everybody, and notes who changes meanwhile. */
  async function noting(read: () => Promise<void>): Promise<void> {
    isReadingAll = true
    changedMeanwhile.clear()
    try {
      const begun = await marks.newest()
      await read()
      allKnown = begun
      for (const [uid, mark] of known) if (mark < begun) known.delete(uid)
    } finally {
      isReadingAll = false
    }
    study()
    log.info({ people: await index.size() }, 'match index is ready')
  }

  /** Puts everybody who has rows into the index, and gives who they are. */
  async function putAll(learn: (entries: readonly ConsentedEntry[]) => Promise<void>, pauseMs = 0): Promise<Set<Uid>> {
    const found = new Set<Uid>()
    for (let after: Uid | null = null; ;) {
      const entries: ConsentedEntry[] = await store.listRowsAfter(after, USERS_PER_PAGE)
      const byPerson = Map.groupBy(entries, (entry) => entry.uid)
      await learn(entries)
      await put(byPerson, (uid) => changedMeanwhile.has(uid))
      for (const uid of byPerson.keys()) found.add(uid)
      const last = entries.at(-1)?.uid
      if (last === undefined) return found
      after = last
      if (pauseMs > 0) await wait(pauseMs, undefined, { ref: false })
    }
  }

  const readAnew = (): Promise<void> =>
    inTurn(async () => {
      await index.clear()
      await putAll(learnNew)
    })

  /** As `readAnew`, while questions are answered by what was known: nobody who has not changed is missing meanwhile. */
  const readAgain = (): Promise<void> =>
    inTurn(async () => {
      const before = await index.uids()
      const learnt = new Set<ItemId>()
      const learnOnce = async (entries: readonly ConsentedEntry[]): Promise<void> => {
        const ids = [...new Set(entries.map((entry) => entry.itemId))].filter((id) => !learnt.has(id))
        for (const id of ids) learnt.add(id)
        if (ids.length > 0) await learnAgain(ids)
      }
      const found = await putAll(learnOnce, PAUSE_MS)
      const gone = before.filter((uid) => !found.has(uid))
      await put(new Map(gone.map((uid) => [uid, []])), (uid) => changedMeanwhile.has(uid))
    })

  async function learnAgain(ids: readonly ItemId[]): Promise<void> {
    await index.learn([...(await media.attributes(ids)).values()])
  }

  function reload(): void {
    readAnew().catch((err: unknown) => log.error({ err }, 'could not read everybody’s taste'))
  }

  async function reloadItems(ids: readonly ItemId[]): Promise<void> {
    await learnAgain(ids)
    for (let at = 0; at < ids.length; at += ITEMS_PER_MESSAGE)
      bus.announceElsewhere(ITEMS_TOPIC, ids.slice(at, at + ITEMS_PER_MESSAGE).join(' '))
  }

  return {
    index: {
      ...index,
      rank: async (viewer, ranking) => {
        await ensureCurrent(viewer)
        return index.rank(viewer, ranking)
      },
    },
    reload,
    relearn: reloadItems,
    current: ensureCurrent,

    async start() {
      bus.onAnnouncement(TOPIC, (uid) => {
        refresh(uid).catch((err: unknown) => log.warn({ err, uid }, 'could not read a changed taste'))
      })
      bus.onAnnouncement(ITEMS_TOPIC, (ids) => {
        learnAgain(ids.split(' ')).catch((err: unknown) => log.warn({ err }, 'could not learn things again'))
      })
      media.onAttributesChanged((ids) => {
        reloadItems(ids).catch((err: unknown) => log.warn({ err }, 'could not learn things again'))
      })
      // Who changed during an outage of the bus nobody has written down, so everybody is read.
      catchUpWhenRejoined({ bus, log, what: 'tastes', act: readAgain })
      const all = readAnew()
      all.catch((err: unknown) => log.error({ err }, 'could not read everybody’s taste'))
      await Promise.race([all, wait(MAX_START_MS, undefined, { ref: false })])
    },

    async publishChange(uid) {
      await marks.bump(uid)
      await refresh(uid)
      bus.announceElsewhere(TOPIC, uid)
    },
  }
}

/** The one of two audiences that fewer people belong to. */
const closer = (one: Audience, two: Audience): Audience => (LEVELS[one] >= LEVELS[two] ? one : two)
