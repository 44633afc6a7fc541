import { afterAll, beforeAll } from 'vitest'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { createContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import { createDiscover } from '#server/features/discover/discover.service.ts'
import { createActivity } from '#server/features/connections/presence.active.store.ts'
import { createProfileNarrowing } from '#server/features/profiles/profiles.narrow.store.ts'
import { createItemPages } from '#server/features/discover/item-page.service.ts'
import { createItemPageStore } from '#server/features/discover/item-page.store.ts'
import { createDiscoverStore } from '#server/features/discover/discover.store.ts'
import { createInlineEngine } from '#server/features/matching/index/index-engine.ts'
import { createMatchIndex } from '#server/features/matching/index/match-index.ts'
import { createUserFilter } from '#server/features/matching/narrow.ts'
import { createLiveIndex, type LiveIndexDeps } from '#server/features/matching/index/live-index.ts'
import { createMatches } from '#server/features/matching/match.service.ts'
import { createTaste } from './taste.service.ts'
import { createTasteVersions } from '#server/features/matching/taste.store.ts'
import { createTasteStore } from '#server/features/matching/taste.store.ts'

type SharedBus = Pick<Bus, 'announce' | 'announceToOthers' | 'onAnnouncement' | 'onReconnected'> & {
  settle(): Promise<void>
  /** Drops pending announcements and notifies all processes of the outage. */
  outage(): void
}

/** A bus of several processes in one: all receive every announcement later, as on a real bus. */
export function sharedBus(): SharedBus {
  const listeners = new Map<string, ((payload: string) => void)[]>()
  const rejoinListeners: ((since: Date) => void)[] = []
  let pending: [string, string][] = []
  return {
    announce: (topic, payload) => void pending.push([topic, payload]),
    // The sender also receives it here, which repeats its work without effect.
    announceToOthers: (topic, payload) => void pending.push([topic, payload]),
    onAnnouncement: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onReconnected: (listener) => void rejoinListeners.push(listener),
    outage() {
      pending = []
      for (const listener of rejoinListeners) listener(new Date())
    },
    async settle() {
      const now = pending
      pending = []
      for (const [topic, payload] of now) for (const listener of listeners.get(topic) ?? []) listener(payload)
    },
  }
}

type Consent = { shownTo?: Audience; counts?: boolean; silently?: boolean }

export let world: Awaited<ReturnType<typeof tasteWorld>>
/** Taste on a new database, for all tests of a file. */
export function setUpTaste(): void {
  beforeAll(async () => void (world = await tasteWorld()))
  afterAll(() => world.database.close())
}

/** The real matching parts over one database: users, catalog, store and index. */
export async function tasteWorld() {
  const database = await testDatabase()
  const { db } = database
  const base = peopleWorld(db)
  const { clock, profiles, connections } = base
  const store = createTasteStore(db)
  const media = createMedia({ db, clock, newId: randomUUID })
  const mutes = createContentMutes({ db, clock, newId: randomUUID, media, hub: base.hub, events: { publish: () => undefined } })
  const bus = sharedBus()
  const log = createLogs({ filter: 'off', pretty: false })('taste.match')
  const closedSources = new Set<SourceName>()
  const filterUsers = createUserFilter({
    ...createProfileNarrowing(db),
    seenSince: createActivity(db),
    privacy: base.privacy.getMany,
    clock,
  })
  const showsMatch = (viewer: Uid, other: Uid) => base.privacy.maySee(viewer, other, 'match')
  const people = { ...connections, cards: (uids: readonly Uid[]) => profiles.cards(uids), filterUsers, showsMatch }
  const discoverParts = { store: createDiscoverStore(db), media, people, clock, mutedAmong: mutes.mutedAmong }
  const state: { example: readonly [Uid, Uid] | null } = { example: null }

  /** One server process with its own index over the same store. */
  function openProcess(ownBus: LiveIndexDeps['bus'] = bus) {
    const live = createLiveIndex({
      index: createInlineEngine(createMatchIndex()),
      store,
      versions: createTasteVersions(db),
      media,
      privacy: base.privacy,
      bus: ownBus,
      mayShare: (source) => !closedSources.has(source),
      log,
    })
    const { index, ensureCurrent } = live
    return {
      live,
      matches: createMatches({
        index,
        ensureCurrent,
        store,
        media,
        people,
        mutedAmong: mutes.mutedAmong,
        clock,
        example: async () => state.example,
      }),
      taste: createTaste({ index, store, media, people, clock, publishChange: live.publishChange, ensureCurrent }),
      discover: createDiscover({ index, ...discoverParts }),
      itemPages: createItemPages({
        index,
        store: createItemPageStore(db),
        media,
        people,
        privacy: base.privacy,
        mutedAmong: mutes.mutedAmong,
        mayShare: (source) => !closedSources.has(source),
      }),
    }
  }
  const main = openProcess()
  await main.live.start()

  /** Sets a user's items of a source, the highest weight first. */
  async function loves(
    uid: Uid,
    source: SourceName,
    rows: readonly MediaRow[],
    { shownTo = 'everyone', counts = true, silently = false }: Consent = {},
  ): Promise<void> {
    await sql`insert into taste_sources (uid, source, status, shown_to, counts_for_matching, counts_silently, created_at)
      values (${uid}, ${source}, 'connected', ${shownTo}, ${counts}, ${silently}, ${clock.now()})
      on conflict (uid, source) do update set shown_to = ${shownTo}, counts_for_matching = ${counts}, counts_silently = ${silently}`.execute(
      db,
    )
    const ids = await media.resolve(rows)
    await store.replaceRows(
      uid,
      source,
      ids.map((itemId, index) => ({ itemId, weight: 1 / Math.log2(index + 2), rank: index + 1 })),
    )
    await main.live.publishChange(uid)
  }

  /** Marks an artist as one of a user's most played within four weeks. */
  async function addRecentPlays(uid: Uid, artist: string): Promise<void> {
    const [itemId] = await media.resolve([{ kind: 'artist', name: artist }])
    await sql`update taste_rows set ranges = '{"4_weeks": 3}' where uid = ${uid} and item_id = ${itemId}`.execute(db)
  }

  return {
    ...base,
    ...main,
    log,
    mutes,
    addRecentPlays,
    database,
    db,
    discoverParts,
    store,
    media,
    bus,
    closedSources,
    state,
    openProcess,
    loves,
  }
}

export const artistsNamed = (...names: string[]): MediaRow[] => names.map((name) => ({ kind: 'artist', name }))
export const channelsNamed = (...names: string[]): MediaRow[] => names.map((name) => ({ kind: 'channel', name }))
/** This many artists that no other user has. */
export const ownArtists = (of: string, count: number): MediaRow[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'artist', name: `${of} number ${index}` }))
