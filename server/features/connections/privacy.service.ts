import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { defaultPrivacy, type PrivacyChange, type PrivacySettings, type PrivateSection } from '#contract/identity/privacy.ts'
import { type CacheDeps, createAnnouncedCache } from '#server/platform/bus/announced-cache.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Relationships } from './relationships.ts'

export type PrivacyDeps = CacheDeps & {
  db: Db
  relationships: Pick<Relationships, 'views'>
}

export type Privacy = ReturnType<typeof createPrivacy>

/** An entry takes some hundred bytes. */
const MAX_CACHED = 20_000

/** Users' privacy settings: who may contact them and who sees what. All other features check it here. */
export function createPrivacy({ db, clock, bus, relationships }: PrivacyDeps) {
  const store = createPrivacyStore(db)
  const cache = createAnnouncedCache<PrivacySettings>({ bus, clock, topic: 'privacy.changed', max: MAX_CACHED })
  const listeners: ((uid: Uid, change: PrivacyChange) => void)[] = []

  async function getMany(uids: readonly Uid[]): Promise<Map<Uid, PrivacySettings>> {
    const found = new Map<Uid, PrivacySettings>()
    for (const uid of uids) {
      const settings = cache.get(uid)
      if (settings) found.set(uid, settings)
    }
    const unknown = [...new Set(uids)].filter((uid) => !found.has(uid))
    if (unknown.length === 0) return found
    const readIn = cache.generation()
    const chosen = await store.getMany(unknown)
    for (const uid of unknown) {
      const settings = chosen.get(uid) ?? defaultPrivacy
      found.set(uid, settings)
      cache.add(uid, settings, readIn)
    }
    return found
  }

  const settingsOf = async (uid: Uid): Promise<PrivacySettings> => (await getMany([uid])).get(uid) ?? defaultPrivacy

  async function maySeeMany(viewer: Uid, owners: readonly Uid[], section: PrivateSection): Promise<Set<Uid>> {
    if (owners.length === 0) return new Set()
    const [settings, views] = await Promise.all([getMany(owners), relationships.views(viewer, owners)])
    const isVisible = (owner: Uid): boolean => {
      const view = views.get(owner) ?? 'hidden'
      if (view === 'self') return true
      if (view === 'hidden' || view === 'blocked') return false
      const audience = settings.get(owner)?.[section] ?? 'only_me'
      return audience === 'everyone' || (audience === 'buddies' && view === 'connected')
    }
    return new Set(owners.filter(isVisible))
  }

  return {
    /** A user's settings; the defaults when they changed none or do not exist. */
    get: settingsOf,
    /** The settings of all these users. */
    getMany,
    /** Whether the user shows any section of their profile to everyone. */
    async isPublic(uid: Uid): Promise<boolean> {
      const { music, video, buddies, match } = await settingsOf(uid)
      return [music, video, buddies, match].includes('everyone')
    },
    /** Updates the given settings and returns all. */
    async change(uid: Uid, change: PrivacyChange): Promise<PrivacySettings> {
      const settings = await store.change(uid, change)
      cache.evict(uid)
      for (const listener of listeners) listener(uid, change)
      return settings
    },
    /** Calls `listener` after each change made in this process. It must not throw. */
    onChange: (listener: (uid: Uid, change: PrivacyChange) => void): void => void listeners.push(listener),
    /** Whether the owner shows this section to the viewer; never with a block. It does not check that the owner exists. */
    maySee: async (viewer: Uid, owner: Uid, section: PrivateSection): Promise<boolean> =>
      (await maySeeMany(viewer, [owner], section)).has(owner),
    /** Of `owners`, those who show this section to the viewer. */
    maySeeMany,
  }
}

type PrivacyTables = { privacy_settings: { uid: Uid } & PrivacySettings }

const columns = [
  'messages',
  'requests',
  'music',
  'video',
  'buddies',
  'match',
  'presence',
  'receipts',
  'typing',
  'listening',
  'history',
  'counted',
  'pictured',
  'named',
  'match_receipts',
] as const satisfies readonly (keyof PrivacySettings)[]

function createPrivacyStore(plain: Db) {
  const db = plain.withTables<PrivacyTables>()

  return {
    /** The settings of users who ever changed one. */
    async getMany(uids: readonly Uid[]): Promise<Map<Uid, PrivacySettings>> {
      const rows = await db
        .selectFrom('privacy_settings')
        .select(['uid', ...columns])
        .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
        .execute()
      return new Map(rows.map(({ uid, ...chosen }) => [uid, chosen]))
    },

    /** Updates only the given settings, so that concurrent changes of different settings both apply. */
    async change(uid: Uid, change: PrivacyChange): Promise<PrivacySettings> {
      // Kysely skips undefined values in updates, but in inserts they would override the defaults.
      const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      return db
        .insertInto('privacy_settings')
        .values({ uid, ...defaultPrivacy, ...changed })
        .onConflict((conflict) => conflict.column('uid').doUpdateSet({ uid, ...changed }))
        .returning(columns)
        .executeTakeFirstOrThrow()
    },
  }
}
