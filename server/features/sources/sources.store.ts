import { sql, type Selectable } from 'kysely'
import type { NameSource, SyncedSource } from '#contract/taste/taste.ts'
import { type Counts, type Position, type Progress, type SourceRow, noCounts, type SourceKey } from './sources.types.ts'
import { json, type SourceTables } from './sources.tables.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

type Consent = Pick<SourceRow, 'shownTo' | 'countsForMatching'>
/** An omitted `countsSilently` is unchanged. */
type ChangedConsent = Consent & { countsSilently?: boolean }

/** An authorized or linked account, ready to store. */
export type NewConnection = {
  accountId: string | null
  accountName: string | null
  tokens: string | null
  accessExpiresAt: Date | null
  verified: boolean
  /** Applies to a new source. */
  firstConsent: Consent
  /** Replaces the consent of an existing source; omitted fields stay. */
  changedConsent: Partial<Consent>
  now: Date
}

/** The state of a source after a sync step. An omitted `rejectedSince` is unchanged. */
export type SyncState = {
  status: SourceRow['status']
  position: Position | null
  progress: Progress | null
  error: string | null
  counts?: Counts
  syncedAt?: Date
  rejectedSince?: Date | null
}

/** Connected sources. With a transaction, all queries run in it. */
export function createSourcesStore(plain: Db) {
  return { ...sourceQueries(plain), ...sourceCommands(plain) }
}

function sourceQueries(plain: Db) {
  const db = plain.withTables<SourceTables>()
  const selectSource = (key: SourceKey) =>
    db.selectFrom('taste_sources').selectAll().where('uid', '=', key.uid).where('source', '=', key.source)

  return {
    async find(key: SourceKey): Promise<SourceRow | null> {
      const row = await selectSource(key).executeTakeFirst()
      return row ? toSource(row) : null
    },

    /** Locks the source until the transaction ends. */
    async lock(key: SourceKey): Promise<SourceRow | null> {
      const row = await selectSource(key).forUpdate().executeTakeFirst()
      return row ? toSource(row) : null
    },

    async listByUser(uid: Uid): Promise<SourceRow[]> {
      return (await db.selectFrom('taste_sources').selectAll().where('uid', '=', uid).execute()).map(toSource)
    },

    /** Every running sync of all users. */
    async listSyncing(): Promise<SourceRow[]> {
      return (await db.selectFrom('taste_sources').selectAll().where('status', '=', 'syncing').execute()).map(toSource)
    },

    /** Connected accounts whose plays were last read before `before`, by a sync or between two: first those of users seen since `activeSince`, of these the longest unread. */
    async listDueForPlays(
      source: SyncedSource,
      { before, activeSince, limit }: { before: Date; activeSince: Date; limit: number },
    ): Promise<SourceRow[]> {
      const readAt = sql<Date>`greatest(plays_read_at, synced_at)`
      const rows = await db
        .selectFrom('taste_sources')
        .selectAll()
        .where('source', '=', source)
        .where('status', '=', 'connected')
        .where('position', 'is', null)
        .where('refused_since', 'is', null)
        .where(readAt, '<', before)
        .orderBy(sql`exists (select 1 from presence where presence.uid = taste_sources.uid and last_seen_at >= ${activeSince})`, 'desc')
        .orderBy(readAt)
        .limit(limit)
        .execute()
      return rows.map(toSource)
    },

    async findByAccount(source: NameSource, accountId: string): Promise<SourceRow | null> {
      const row = await db
        .selectFrom('taste_sources')
        .selectAll()
        .where('source', '=', source)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row ? toSource(row) : null
    },
  }
}

function sourceCommands(plain: Db) {
  const db = plain.withTables<SourceTables>()
  const updateSource = (key: SourceKey) => db.updateTable('taste_sources').where('uid', '=', key.uid).where('source', '=', key.source)

  return {
    async markPlaysRead(key: SourceKey, now: Date): Promise<void> {
      await updateSource(key).set({ plays_read_at: now }).execute()
    },

    /** Stores a new or renewed connection. Throws the engine's unique violation when another user has the account. */
    async connect({ uid, source }: SourceKey, input: NewConnection): Promise<void> {
      const { firstConsent, changedConsent, now } = input
      const connection = connectionColumns(input)
      await db
        .insertInto('taste_sources')
        .values({ uid, source, ...connection, ...consentColumns(firstConsent), created_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['uid', 'source'])
            .doUpdateSet({ ...connection, ...consentColumns(changedConsent), error: null, refused_since: null }),
        )
        .execute()
    },

    /** Stores the state of a sync and returns the updated source. */
    async saveSync(key: SourceKey, to: SyncState): Promise<SourceRow | null> {
      const row = await updateSource(key).set(syncColumns(to)).returningAll().executeTakeFirst()
      return row ? toSource(row) : null
    },

    /** Deletes the data of an account before another one replaces it; the consent stays. */
    async clearSyncState(key: SourceKey): Promise<void> {
      await updateSource(key)
        .set({ counts: json(noCounts), synced_at: null, position: null, progress: null })
        .execute()
    },

    async setConsent(key: SourceKey, consent: ChangedConsent): Promise<void> {
      await updateSource(key).set(consentColumns(consent)).execute()
    },

    /** Makes all rows of a source private. Returns the users whose consent changed. */
    async makePrivate(source: SyncedSource): Promise<Uid[]> {
      const rows = await db
        .updateTable('taste_sources')
        .set({ shown_to: 'only_me', counts_for_matching: false, counts_silently: false })
        .where('source', '=', source)
        .where((eb) => eb.or([eb('shown_to', '!=', 'only_me'), eb('counts_for_matching', '=', true)]))
        .returning('uid')
        .execute()
      return rows.map(({ uid }) => uid)
    },

    /** Deletes a source with its tokens and rows (foreign keys cascade). */
    async remove(key: SourceKey): Promise<SourceRow | null> {
      const row = await db
        .deleteFrom('taste_sources')
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .returningAll()
        .executeTakeFirst()
      return row ? toSource(row) : null
    },

    async removeAll(uid: Uid): Promise<SourceRow[]> {
      return (await db.deleteFrom('taste_sources').where('uid', '=', uid).returningAll().execute()).map(toSource)
    },
  }
}

const connectionColumns = (value: NewConnection) => ({
  account_id: value.accountId,
  account_name: value.accountName,
  tokens_encrypted: value.tokens,
  access_expires_at: value.accessExpiresAt,
  verified: value.verified,
  authorized_at: value.now,
  renewing_until: null,
  refused_since: null,
  status: 'connected' as const,
})

const syncColumns = ({ status, position, progress, error, counts, syncedAt, rejectedSince }: SyncState) => ({
  status,
  position: json(position),
  progress: json(progress),
  error,
  ...(counts ? { counts: json(counts) } : {}),
  ...(syncedAt ? { synced_at: syncedAt } : {}),
  ...(rejectedSince === undefined ? {} : { refused_since: rejectedSince }),
})

const consentColumns = ({ shownTo, countsForMatching, countsSilently }: Partial<ChangedConsent>) => ({
  ...(shownTo === undefined ? {} : { shown_to: shownTo }),
  ...(countsForMatching === undefined ? {} : { counts_for_matching: countsForMatching }),
  ...(countsSilently === undefined ? {} : { counts_silently: countsSilently }),
})

export function createTokensStore(plain: Db) {
  const db = plain.withTables<SourceTables>()

  return {
    /** Selects only the tokens: this runs before every page, and `position` can be long. */
    async find(key: SourceKey): Promise<{ tokens: string | null; accessExpiresAt: Date | null } | undefined> {
      return db
        .selectFrom('taste_sources')
        .select(['tokens_encrypted as tokens', 'access_expires_at as accessExpiresAt'])
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .executeTakeFirst()
    },

    /** Leases the renewal of these tokens until `until`. Returns false while another process has the lease or after it renewed them. */
    async lease(key: SourceKey, tokens: string, until: Date, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('taste_sources')
        .set({ renewing_until: until })
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .where('tokens_encrypted', '=', tokens)
        .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<=', now)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Releases the lease after a failure. */
    async release(key: SourceKey, tokens: string): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({ renewing_until: null })
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .where('tokens_encrypted', '=', tokens)
        .execute()
    },

    /** Replaces tokens if they are still `before` and releases the lease. Returns false when another process was faster. */
    async replace(key: SourceKey, before: string, tokens: string, accessExpiresAt: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('taste_sources')
        .set({ tokens_encrypted: tokens, renewing_until: null, access_expires_at: accessExpiresAt })
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .where('tokens_encrypted', '=', before)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
export type TokensStore = ReturnType<typeof createTokensStore>

export function toSource(row: Selectable<SourceTables['taste_sources']>): SourceRow {
  return {
    uid: row.uid,
    source: row.source,
    status: row.status,
    accountId: row.account_id,
    accountName: row.account_name,
    tokens: row.tokens_encrypted,
    accessExpiresAt: row.access_expires_at,
    position: row.position,
    progress: row.progress,
    error: row.error,
    counts: row.counts,
    syncedAt: row.synced_at,
    shownTo: row.shown_to,
    countsForMatching: row.counts_for_matching,
    countsSilently: row.counts_silently,
    verified: row.verified,
    rejectedSince: row.refused_since,
  }
}
