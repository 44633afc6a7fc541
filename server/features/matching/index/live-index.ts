import { setTimeout as wait } from 'node:timers/promises'
import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import type { PrivacySettings } from '#contract/identity/privacy.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { catchUpAfterReconnect } from '#server/platform/bus/catch-up.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { MatchEngine } from './index-engine.ts'
import { LEVELS, type IndexedRow } from './index-rows.ts'
import type { TasteVersions } from '../taste.store.ts'
import type { ConsentedEntry, TasteStore } from '../taste.store.ts'

export type LiveIndexDeps = {
  index: MatchEngine
  store: Pick<TasteStore, 'listRows' | 'listRowsAfter'>
  versions: TasteVersions
  media: Pick<Media, 'attributes' | 'onAttributesChanged'>
  /** Users' settings for who sees music, video and the match. */
  privacy: { getMany: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, Pick<PrivacySettings, 'music' | 'video' | 'match'>>> }
  bus: Pick<Bus, 'announceToOthers' | 'onAnnouncement' | 'onReconnected'>
  /** Whether the operator allows sharing rows of this source. */
  mayShare: (source: SourceName) => boolean
  log: Log
}

export type LiveIndex = {
  /** The index; a ranking first loads the viewer's latest taste from any server. */
  readonly index: MatchEngine
  /** Loads all users. Call once before the first query. A very large crowd is still loading when it resolves. */
  start: () => Promise<void>
  /** Loads all users again, into an index that lost its data. */
  reload: () => void
  /** Reloads the attributes of these items here and on every other process. */
  reloadItems: (ids: readonly ItemId[]) => Promise<void>
  /** Call after a user's taste, consent or privacy changed. Reloads it here before it resolves, and on every other process. */
  publishChange: (uid: Uid) => Promise<void>
  /** Reloads a user if another process has stored a newer version. */
  ensureCurrent: (uid: Uid) => Promise<void>
}

const TOPIC = 'taste.changed'
const ITEMS_TOPIC = 'taste.items'
const ITEMS_PER_MESSAGE = 200
const USERS_PER_PAGE = 500
/** Pause between pages of a background reload. */
const PAUSE_MS = 100
/** The longest that a start waits; remaining users are loaded while queries are answered. */
const MAX_START_MS = 3_000

type Context = LiveIndexDeps & {
  /** The running load of each user; concurrent loads could store the older result last. */
  loading: Map<Uid, Promise<void>>
  /** Users who changed while all users are being loaded: that load may have older rows of them. */
  changedDuringLoad: Set<Uid>
  /** The loaded version of each user, where it is newer than `loadedVersion`. */
  loadedVersions: Map<Uid, number>
  /** The last load of all users includes all changes with a lower version. */
  loadedVersion: number
  isLoadingAll: boolean
  loadingAll: Promise<void>
  isTraining: boolean
}

/** Keeps the match index in sync with the store. */
export function createLiveIndex(deps: LiveIndexDeps): LiveIndex {
  const context: Context = {
    ...deps,
    loading: new Map(),
    changedDuringLoad: new Set(),
    loadedVersions: new Map(),
    loadedVersion: 0,
    isLoadingAll: false,
    loadingAll: Promise.resolve(),
    isTraining: false,
  }
  const { index, versions, media, bus, log } = deps
  const ensureCurrent = (uid: Uid) => ensureUserIsCurrent(context, uid)

  async function reloadItems(ids: readonly ItemId[]): Promise<void> {
    await registerItems(context, ids)
    for (let i = 0; i < ids.length; i += ITEMS_PER_MESSAGE) bus.announceToOthers(ITEMS_TOPIC, ids.slice(i, i + ITEMS_PER_MESSAGE).join(' '))
  }

  return {
    index: {
      ...index,
      rank: async (viewer, query) => {
        await ensureCurrent(viewer)
        return index.rank(viewer, query)
      },
    },
    reloadItems,
    ensureCurrent,

    reload() {
      rebuild(context).catch((err: unknown) => log.error({ err }, 'match index reload failed'))
    },

    async start() {
      bus.onAnnouncement(TOPIC, (uid) => {
        reloadUser(context, uid).catch((err: unknown) => log.warn({ err, uid }, 'loading a changed taste failed'))
      })
      bus.onAnnouncement(ITEMS_TOPIC, (ids) => {
        registerItems(context, ids.split(' ')).catch((err: unknown) => log.warn({ err }, 'could not reload items'))
      })
      media.onAttributesChanged((ids) => {
        reloadItems(ids).catch((err: unknown) => log.warn({ err }, 'could not reload items'))
      })
      // Announcements are lost during an outage of the bus, so all users are loaded again.
      catchUpAfterReconnect({ bus, log, what: 'tastes', run: () => refreshAll(context) })
      const all = rebuild(context)
      all.catch((err: unknown) => log.error({ err }, 'match index load failed'))
      await Promise.race([all, wait(MAX_START_MS, undefined, { ref: false })])
    },

    async publishChange(uid) {
      await versions.bump(uid)
      await reloadUser(context, uid)
      bus.announceToOthers(TOPIC, uid)
    },
  }
}

async function ensureUserIsCurrent(context: Context, uid: Uid): Promise<void> {
  const version = await context.versions.get(uid)
  const isBehind = () => version > Math.max(context.loadedVersions.get(uid) ?? 0, context.loadedVersion)
  // Another query or an announcement may have started a load that is recent enough.
  const running = context.loading.get(uid)
  if (running && isBehind()) await running.catch(() => undefined)
  if (isBehind()) await reloadUser(context, uid)
}

async function reloadUser(context: Context, uid: Uid): Promise<void> {
  const { loading } = context
  if (context.isLoadingAll) context.changedDuringLoad.add(uid)
  const before = loading.get(uid) ?? Promise.resolve()
  // A failed earlier load doesn't matter to this one.
  const now = before.catch(() => undefined).then(() => loadUser(context, uid))
  loading.set(uid, now)
  try {
    await now
  } finally {
    if (loading.get(uid) === now) loading.delete(uid)
  }
  train(context)
}

async function loadUser(context: Context, uid: Uid): Promise<void> {
  const version = await context.versions.get(uid)
  const entries = await context.store.listRows(uid)
  await registerUnknown(context, entries)
  await putUsers(context, new Map([[uid, entries]]), () => false)
  context.loadedVersions.set(uid, version)
}

/** Trains the embeddings when due, in steps, so that queries run between them. */
function train(context: Context): void {
  if (context.isTraining || context.isLoadingAll) return
  context.isTraining = true
  const trainInSteps = async (): Promise<void> => {
    while (await context.index.train());
  }
  trainInSteps()
    .catch((err: unknown) => context.log.warn({ err }, 'embedding training failed'))
    .finally(() => (context.isTraining = false))
}

/** Clears the index and loads all users. */
const rebuild = (context: Context): Promise<void> =>
  queueLoad(context, async () => {
    await context.index.clear()
    await loadAll(context, (entries) => registerUnknown(context, entries))
  })

/** Loads all users again while queries use the old rows, so that no user is missing in the meantime. */
const refreshAll = (context: Context): Promise<void> =>
  queueLoad(context, async () => {
    const before = await context.index.uids()
    const registered = new Set<ItemId>()
    const registerOnce = async (entries: readonly ConsentedEntry[]): Promise<void> => {
      const ids = [...new Set(entries.map((entry) => entry.itemId))].filter((id) => !registered.has(id))
      for (const id of ids) registered.add(id)
      if (ids.length > 0) await registerItems(context, ids)
    }
    const found = await loadAll(context, registerOnce, PAUSE_MS)
    const removed = before.filter((uid) => !found.has(uid))
    await putUsers(context, new Map(removed.map((uid) => [uid, []])), (uid) => context.changedDuringLoad.has(uid))
  })

/** Runs loads of all users one after the other. */
function queueLoad(context: Context, load: () => Promise<void>): Promise<void> {
  // The caller of the previous load handles its error.
  context.loadingAll = context.loadingAll.catch(() => undefined).then(() => trackedLoad(context, load))
  return context.loadingAll
}

/** Runs a load of all users and tracks who changes during it. */
async function trackedLoad(context: Context, load: () => Promise<void>): Promise<void> {
  const { versions, loadedVersions, index, log } = context
  context.isLoadingAll = true
  context.changedDuringLoad.clear()
  try {
    const newest = await versions.newest()
    await load()
    context.loadedVersion = newest
    for (const [uid, version] of loadedVersions) if (version < newest) loadedVersions.delete(uid)
  } finally {
    context.isLoadingAll = false
  }
  train(context)
  log.info({ people: await index.size() }, 'match index is ready')
}

/** Loads all users with rows and returns them. */
async function loadAll(context: Context, register: (entries: readonly ConsentedEntry[]) => Promise<void>, pauseMs = 0): Promise<Set<Uid>> {
  const found = new Set<Uid>()
  for (let after: Uid | null = null; ;) {
    const entries: ConsentedEntry[] = await context.store.listRowsAfter(after, USERS_PER_PAGE)
    const byUser = Map.groupBy(entries, (entry) => entry.uid)
    await register(entries)
    await putUsers(context, byUser, (uid) => context.changedDuringLoad.has(uid))
    for (const uid of byUser.keys()) found.add(uid)
    const last = entries.at(-1)?.uid
    if (last === undefined) return found
    after = last
    if (pauseMs > 0) await wait(pauseMs, undefined, { ref: false })
  }
}

async function registerUnknown(context: Context, entries: readonly ConsentedEntry[]): Promise<void> {
  const unknown = await context.index.unknown(entries.map((entry) => entry.itemId))
  if (unknown.length > 0) await registerItems(context, unknown)
}

async function registerItems({ index, media }: Context, ids: readonly ItemId[]): Promise<void> {
  await index.register([...(await media.attributes(ids)).values()])
}

/** @param isOutdated checked right before the write: whether a user was reloaded in the meantime */
async function putUsers(
  { index, privacy, mayShare }: Context,
  byUser: ReadonlyMap<Uid, readonly ConsentedEntry[]>,
  isOutdated: (uid: Uid) => boolean,
): Promise<void> {
  const settings = await privacy.getMany([...byUser.keys()])
  const puts = [...byUser].map(async ([uid, entries]) => {
    if (isOutdated(uid)) return
    const own = settings.get(uid)
    await index.put(
      uid,
      entries.map((entry) => toIndexedRow(entry, own, mayShare(entry.source))),
      own?.match ?? 'everyone',
    )
  })
  await Promise.all(puts)
}

function toIndexedRow(
  { itemId, weight, kind, shownTo, counts, silently }: ConsentedEntry,
  own: Pick<PrivacySettings, 'music' | 'video'> | undefined,
  mayShare: boolean,
): IndexedRow {
  const side = kind === 'artist' || kind === 'track' ? own?.music : own?.video
  return {
    itemId,
    weight,
    shownTo: mayShare ? narrower(shownTo, side ?? 'everyone') : 'only_me',
    counts: mayShare && counts,
    silently: mayShare && silently,
  }
}

const narrower = (a: Audience, b: Audience): Audience => (LEVELS[a] >= LEVELS[b] ? a : b)
