import type { MediaRow } from '../media/media.types.ts'
import type { Uid } from '#contract/ids.ts'
import type { ConnectableSource, Source, SourceName } from '#contract/taste.ts'
import type { ProviderList, TasteProvider } from '../../providers/provider.ts'

/** The providers that this installation can connect to. `mayShare` is the operator's word for rows of a real API; true for stand-ins. */
export type SourceProviders = Partial<Record<ConnectableSource, { provider: TasteProvider; mayShare: boolean }>>

/** Finds or makes the catalogue's item of each row, in order. */
export type ItemResolver = { resolve(rows: readonly MediaRow[]): Promise<string[]> }

/** Told after rows of a person were written or removed, and after their consent changed. */
export type TasteChanged = (uid: Uid) => Promise<void> | void

export type Counts = Source['counts']
export type Progress = NonNullable<Source['progress']>
export type SourceKey = { uid: Uid; source: SourceName }

export const noCounts: Counts = { artists: 0, tracks: 0, channels: 0, videos: 0 }

/** One list of an account and how far it is read. */
export type ListPosition = ProviderList & { from: string | null; started: boolean; done: boolean; read: number; total: number | null }

/** Where a sync stands. Whoever works on it names `run` and `step`; a newer run or step makes the older one stop. */
export type Position = {
  run: string
  step: number
  /** Failed attempts since the last page. */
  failures: number
  /** ISO 8601; when a pause ends. Null while it is being read. */
  waitsUntil: string | null
  lists: ListPosition[]
  /** Items of an earlier sync that this one has not met yet; what is left at the end is gone at the provider. */
  stale: string[]
}

/** A connected source as it is kept. */
export type SourceRow = SourceKey & {
  status: Exclude<Source['status'], 'not_connected'>
  accountId: string | null
  accountName: string | null
  /** Sealed; see sources.access.ts. */
  tokens: string | null
  accessExpiresAt: Date | null
  position: Position | null
  progress: Progress | null
  counts: Counts
  syncedAt: Date | null
  shownTo: Source['shown_to']
  countsForMatching: boolean
}
