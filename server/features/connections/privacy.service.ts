import type { Uid } from '#contract/base/ids.ts'
import { defaultPrivacy, type PrivacyChange, type PrivacySettings, type PrivateSection } from '#contract/privacy.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createPrivacyStore } from './privacy.store.ts'
import type { Standings } from './standing.ts'

export type PrivacyDeps = {
  db: Db
  clock: Clock
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onRejoined'>
  standings: Pick<Standings, 'views'>
}

export type Privacy = ReturnType<typeof createPrivacy>

const TOPIC = 'privacy.changed'
/** An entry takes some hundred bytes. */
const MAX_KNOWN = 20_000
/** How long a choice made on another server may go unnoticed while the bus is down. */
const KEPT_MS = 30_000

/** The one place that knows and enforces what people decided about who reaches them and who sees what. */
export function createPrivacy({ db, clock, bus, standings }: PrivacyDeps) {
  const store = createPrivacyStore(db)
  const known = new Map<Uid, { settings: PrivacySettings; readAt: number }>()
  /** Changes with every change of anybody: what was read before it must not be kept after it. */
  let generation = 0
  const listeners: ((uid: Uid, change: PrivacyChange) => void)[] = []

  function forget(uid: Uid): void {
    generation++
    known.delete(uid)
  }
  bus.onAnnouncement(TOPIC, forget)
  // Others ask this one when they make true again what they keep.
  bus.onRejoined(() => {
    generation++
    known.clear()
  })

  async function ofMany(uids: readonly Uid[]): Promise<Map<Uid, PrivacySettings>> {
    const now = clock.now().getTime()
    const found = new Map<Uid, PrivacySettings>()
    for (const uid of uids) {
      const entry = known.get(uid)
      if (entry && now - entry.readAt < KEPT_MS) found.set(uid, entry.settings)
    }
    const unknown = [...new Set(uids)].filter((uid) => !found.has(uid))
    if (unknown.length === 0) return found
    const before = generation
    const chosen = await store.ofMany(unknown)
    for (const uid of unknown) {
      const settings = chosen.get(uid) ?? defaultPrivacy
      found.set(uid, settings)
      if (generation === before) keep(uid, settings, now)
    }
    return found
  }

  function keep(uid: Uid, settings: PrivacySettings, readAt: number): void {
    const oldest = known.size >= MAX_KNOWN ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    known.set(uid, { settings, readAt })
  }

  const of = async (uid: Uid): Promise<PrivacySettings> => (await ofMany([uid])).get(uid) ?? defaultPrivacy

  async function maySeeMany(viewer: Uid, owners: readonly Uid[], thing: PrivateSection): Promise<Set<Uid>> {
    if (owners.length === 0) return new Set()
    const [settings, views] = await Promise.all([ofMany(owners), standings.views(viewer, owners)])
    const open = (owner: Uid): boolean => {
      const view = views.get(owner) ?? 'hidden'
      if (view === 'self') return true
      if (view === 'hidden' || view === 'blocked') return false
      const audience = settings.get(owner)?.[thing] ?? 'only_me'
      return audience === 'everyone' || (audience === 'buddies' && view === 'connected')
    }
    return new Set(owners.filter(open))
  }

  return {
    /** What that person decided; the defaults when they never chose or do not exist. */
    of,
    /** The same for many at once; nobody is missing. */
    ofMany,
    /** Whether that person shows anything of themselves to everyone. */
    async isPublic(uid: Uid): Promise<boolean> {
      const { music, video, buddies, match } = await of(uid)
      return [music, video, buddies, match].includes('everyone')
    },
    /** Changes only what is given and answers everything. */
    async change(uid: Uid, change: PrivacyChange): Promise<PrivacySettings> {
      const settings = await store.change(uid, change)
      forget(uid)
      bus.announce(TOPIC, uid)
      for (const listener of listeners) listener(uid, change)
      return settings
    },
    /** Calls `listener` after each change that was made on this process. It must not throw. */
    onChange: (listener: (uid: Uid, change: PrivacyChange) => void): void => void listeners.push(listener),
    /** Whether the owner shows this thing to the viewer; never with a block between them. Says nothing of whether the owner exists. */
    maySee: async (viewer: Uid, owner: Uid, thing: PrivateSection): Promise<boolean> =>
      (await maySeeMany(viewer, [owner], thing)).has(owner),
    /** Those of `owners` who show this thing to the viewer. */
    maySeeMany,
  }
}
