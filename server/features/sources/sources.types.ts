import type { MediaRow } from '#server/features/media/media.types.ts'
import type { Uid } from '#contract/base/ids.ts'
import {
  connectableSource,
  fileSource,
  nameSource,
  type ConnectableSource,
  type FileSource,
  type NameSource,
  type Source,
  type SourceName,
  type SyncedSource,
} from '#contract/taste.ts'
import type { NameProvider, ProviderList, TasteProvider, TasteRange } from '#server/providers/provider.ts'

/** One provider that this installation reads. */
export type Offered<P> = {
  provider: P
  /** The operator's word that what comes from there may be shown to others and count; true for fake services and public profiles. */
  mayShare: boolean
  /** Whether a new connection is shown and counts unless the person says otherwise. False where a policy asks for their own word. */
  isSharedFromStart: boolean
  isFake: boolean
}

/** The providers that this installation can read, by authorisation or by name. */
export type SourceProviders = { [S in ConnectableSource]?: Offered<TasteProvider> } & { [S in NameSource]?: Offered<NameProvider> }

/** What somebody chose for a source when they connected it; undefined where they chose nothing. */
export type ChosenConsent = { shownTo?: Source['shown_to'] | undefined; countsForMatching?: boolean | undefined }

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

/** Places of a thing by list, from 1. */
export type Ranges = Partial<Record<TasteRange, number>>

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
  /** It counts for people it is not shown to, too. */
  countsSilently: boolean
  verified: boolean
  /** Since when the provider refuses us; null while it does not. */
  refusedSince: Date | null
}

export const isConnectable = (name: SourceName): name is ConnectableSource => connectableSource.options.some((it) => it === name)
export const isByName = (name: SourceName): name is NameSource => nameSource.options.some((it) => it === name)
export const isFile = (name: SourceName): name is FileSource => fileSource.options.some((it) => it === name)
export const isSynced = (name: SourceName): name is SyncedSource => isConnectable(name) || isByName(name)

/** Whether the operator lets what comes from a source be shown to others and count. Files and picks are people's own words. */
export function sharingRule(providers: SourceProviders): (name: SourceName) => boolean {
  return (name) => !isSynced(name) || (providers[name]?.mayShare ?? false)
}
