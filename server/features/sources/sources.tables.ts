import { sql, type Generated } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Counts, Position, Progress, SourceRow } from './sources.types.ts'

/** The table that several stores share. */
export type SourceTables = {
  taste_sources: {
    uid: Uid
    source: SourceName
    status: SourceRow['status']
    account_id: string | null
    account_name: string | null
    tokens_encrypted: string | null
    access_expires_at: Date | null
    renewing_until: Date | null
    authorized_at: Date | null
    position: Position | null
    progress: Progress | null
    counts: Generated<Counts>
    error: string | null
    synced_at: Date | null
    plays_read_at: Date | null
    refused_since: Date | null
    verified: Generated<boolean>
    shown_to: Generated<SourceRow['shownTo']>
    counts_for_matching: Generated<boolean>
    counts_silently: Generated<boolean>
    created_at: Date
  }
}

export const json = <T>(value: T) => sql<T>`${value === null ? null : JSON.stringify(value)}::jsonb`
