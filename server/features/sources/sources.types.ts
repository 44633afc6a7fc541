import type { MediaRow } from '#server/features/media/media.types.ts'
import type { Uid } from '#contract/base/ids.ts'
import {
  type ConnectableSource,
  type FileSource,
  type NameSource,
  type Source,
  type SourceName,
  type SyncedSource,
  nameSources,
  fileSources,
  connectableSources,
} from '#contract/taste/taste.ts'
import type { NameProvider, ProviderList, TasteProvider, TasteRange } from '#server/providers/provider.ts'

export type EnabledProvider<P> = {
  provider: P
  /** Whether the operator allows sharing and matching with this data. Always true for fake services and public profiles. */
  mayShare: boolean
  /** Whether a new connection is shared unless the user decides otherwise. False where a policy requires an explicit choice. */
  isSharedFromStart: boolean
  isFake: boolean
}

/** The enabled providers: those that users authorize, and those that need only a username. */
export type SourceProviders = { [S in ConnectableSource]?: EnabledProvider<TasteProvider> } & {
  [S in NameSource]?: EnabledProvider<NameProvider>
}

/** The consent chosen when connecting; undefined where the user chose nothing. */
export type ChosenConsent = { shownTo?: Source['shown_to'] | undefined; countsForMatching?: boolean | undefined }

/** Finds or creates the catalog item of each row, in order. */
export type ItemResolver = { resolve(rows: readonly MediaRow[]): Promise<string[]> }

/** Called after a user's rows or consent changed. */
export type TasteChanged = (uid: Uid) => Promise<void> | void

export type Counts = Source['counts']
export type Progress = NonNullable<Source['progress']>
export type SourceKey = { uid: Uid; source: SourceName }

export const noCounts: Counts = { artists: 0, tracks: 0, channels: 0, videos: 0 }

/** A list of an account and how far it was read. */
export type ListPosition = ProviderList & { from: string | null; started: boolean; done: boolean; read: number; total: number | null }

/** The position of a sync. A job with an older `run` or `step` stops. */
export type Position = {
  run: string
  step: number
  /** Failed attempts since the last page. */
  failures: number
  /** ISO 8601 end of a delay; null while the sync is reading. */
  waitsUntil: string | null
  lists: ListPosition[]
  /** Items of the previous sync not seen yet; the rest is deleted at the end. */
  stale: string[]
}

/** Ranks of an item by list, from 1. */
export type Ranges = Partial<Record<TasteRange, number>>

export type SourceRow = SourceKey & {
  status: Exclude<Source['status'], 'not_connected'>
  accountId: string | null
  accountName: string | null
  /** Sealed; see sources.access.ts. */
  tokens: string | null
  accessExpiresAt: Date | null
  position: Position | null
  progress: Progress | null
  /** Why the last sync stopped or waits, a kind of ProviderError; null after a successful one. */
  error: string | null
  counts: Counts
  syncedAt: Date | null
  shownTo: Source['shown_to']
  countsForMatching: boolean
  /** Counts also for users who can't see it. */
  countsSilently: boolean
  verified: boolean
  /** Since when the provider has rejected the account; null otherwise. */
  rejectedSince: Date | null
}

export const isConnectable = (name: SourceName): name is ConnectableSource => connectableSources.some((source) => source === name)
export const isByName = (name: SourceName): name is NameSource => nameSources.some((source) => source === name)
export const isFile = (name: SourceName): name is FileSource => fileSources.some((source) => source === name)
export const isSynced = (name: SourceName): name is SyncedSource => isConnectable(name) || isByName(name)

/** Whether the operator allows sharing a source. Files and picks always may be shared. */
export function sharingRule(providers: SourceProviders): (name: SourceName) => boolean {
  return (name) => !isSynced(name) || (providers[name]?.mayShare ?? false)
}
