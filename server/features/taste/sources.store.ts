import { sql, type Generated, type Selectable } from 'kysely'
import type { Uid } from '#contract/ids.ts'
import type { ConnectableSource, SourceName } from '#contract/taste.ts'
import type { Db } from '../../platform/db/database.ts'
import { noCounts, type Counts, type Position, type Progress, type SourceKey, type SourceRow } from './sources.types.ts'

type SourceTables = {
  taste_sources: {
    uid: Uid
    source: SourceName
    status: SourceRow['status']
    account_id: string | null
    account_name: string | null
    tokens_encrypted: string | null
    access_expires_at: Date | null
    authorized_at: Date | null
    position: Position | null
    progress: Progress | null
    counts: Generated<Counts>
    error: string | null
    synced_at: Date | null
    shown_to: Generated<SourceRow['shownTo']>
    counts_for_matching: Generated<boolean>
    created_at: Date
  }
}

/** What an authorisation brought, ready to be kept. */
export type NewConnection = {
  accountId: string | null
  accountName: string | null
  tokens: string
  accessExpiresAt: Date
  /** Set when the operator does not let this source be shown; otherwise the person's own choice stays. */
  keepPrivate: boolean
  now: Date
}

const json = <T>(value: T) => sql<T>`${value === null ? null : JSON.stringify(value)}::jsonb`

/** What is known of connected sources. Given a transaction, all of it happens in there. */
export function createSourcesStore(plain: Db) {
  const db = plain.withTables<SourceTables>()

  return {
    async find(key: SourceKey): Promise<SourceRow | null> {
      const row = await db
        .selectFrom('taste_sources')
        .selectAll()
        .where((eb) => eb.and(only(key)))
        .executeTakeFirst()
      return row ? toSource(row) : null
    },

    /** The source, locked until the transaction ends. */
    async lock(key: SourceKey): Promise<SourceRow | null> {
      const row = await db
        .selectFrom('taste_sources')
        .selectAll()
        .where((eb) => eb.and(only(key)))
        .forUpdate()
        .executeTakeFirst()
      return row ? toSource(row) : null
    },

    async ofPerson(uid: Uid): Promise<SourceRow[]> {
      return (await db.selectFrom('taste_sources').selectAll().where('uid', '=', uid).execute()).map(toSource)
    },

    /** Every sync that was begun and is not done, of everybody. */
    async syncing(): Promise<SourceRow[]> {
      return (await db.selectFrom('taste_sources').selectAll().where('status', '=', 'syncing').execute()).map(toSource)
    },

    /** Keeps a new or renewed authorisation. Throws the engine's unique violation when the account belongs to somebody else. */
    async connect(key: SourceKey, { accountId, accountName, tokens, accessExpiresAt, keepPrivate, now }: NewConnection): Promise<void> {
      const consent = keepPrivate ? { shown_to: 'only_me' as const, counts_for_matching: false } : {}
      const authorisation = {
        account_id: accountId,
        account_name: accountName,
        tokens_encrypted: tokens,
        access_expires_at: accessExpiresAt,
        authorized_at: now,
      }
      await db
        .insertInto('taste_sources')
        .values({ ...only(key), ...authorisation, ...consent, status: 'connected', created_at: now })
        .onConflict((it) => it.columns(['uid', 'source']).doUpdateSet({ ...authorisation, ...consent, status: 'connected', error: null }))
        .execute()
    },

    /** Replaces tokens only where they are still `before`; false when somebody else was faster. */
    async replaceTokens(key: SourceKey, before: string, tokens: string, accessExpiresAt: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('taste_sources')
        .set({ tokens_encrypted: tokens, access_expires_at: accessExpiresAt })
        .where((eb) => eb.and(only(key)))
        .where('tokens_encrypted', '=', before)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async saveSync(
      key: SourceKey,
      to: {
        status: SourceRow['status']
        position: Position | null
        progress: Progress | null
        error: string | null
        counts?: Counts
        syncedAt?: Date
      },
    ): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({
          status: to.status,
          position: json(to.position),
          progress: json(to.progress),
          error: to.error,
          ...(to.counts ? { counts: json(to.counts) } : {}),
          ...(to.syncedAt ? { synced_at: to.syncedAt } : {}),
        })
        .where((eb) => eb.and(only(key)))
        .execute()
    },

    /** What was read of one account, forgotten before another takes its place; consent stays. */
    async forgetReading(key: SourceKey): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({ counts: json(noCounts), synced_at: null, position: null, progress: null })
        .where((eb) => eb.and(only(key)))
        .execute()
    },

    async setConsent(key: SourceKey, shownTo: SourceRow['shownTo'], countsForMatching: boolean): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({ shown_to: shownTo, counts_for_matching: countsForMatching })
        .where((eb) => eb.and(only(key)))
        .execute()
    },

    /** Keeps everybody's rows of a source to themselves. Gives the people whose consent that changed. */
    async keepPrivate(source: ConnectableSource): Promise<Uid[]> {
      const rows = await db
        .updateTable('taste_sources')
        .set({ shown_to: 'only_me', counts_for_matching: false })
        .where('source', '=', source)
        .where((eb) => eb.or([eb('shown_to', '!=', 'only_me'), eb('counts_for_matching', '=', true)]))
        .returning('uid')
        .execute()
      return rows.map(({ uid }) => uid)
    },

    /** Removes a source with its tokens and everything that came from it (the rows hang on it). */
    async remove(key: SourceKey): Promise<SourceRow | null> {
      const row = await db
        .deleteFrom('taste_sources')
        .where((eb) => eb.and(only(key)))
        .returningAll()
        .executeTakeFirst()
      return row ? toSource(row) : null
    },
  }
}
export type SourcesStore = ReturnType<typeof createSourcesStore>

const only = ({ uid, source }: SourceKey) => ({ uid, source })

function toSource(row: Selectable<SourceTables['taste_sources']>): SourceRow {
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
    counts: row.counts,
    syncedAt: row.synced_at,
    shownTo: row.shown_to,
    countsForMatching: row.counts_for_matching,
  }
}
