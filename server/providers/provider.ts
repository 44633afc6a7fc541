import type { Genre, Topic } from '#contract/taste/print.ts'
import type { ConnectableSource, NameSource, Source, WorldSize } from '#contract/taste/taste.ts'
import type { ItemKind } from '#contract/media.ts'

/** The result of an authorization. Never logged, never sent to a client. */
export type ProviderTokens = {
  accessToken: string
  accessExpiresAt: Date
  /** Null when the response contained none: the existing one stays valid. */
  refreshToken: string | null
}

export type ProviderAccount = {
  /** A permanent, unique id; null for an account without its own channel. */
  id: string | null
  name: string | null
}

/** Lists with ranks. */
export type TasteRange = '4_weeks' | '6_months' | 'all_time' | 'recent' | 'saved'

/** One loved item from a provider, in our format. */
export type ProviderRow = {
  kind: ItemKind
  name: string
  by: string | null
  spotify_id: string | null
  youtube_id: string | null
  /** All artists of a track, the main artist first. */
  artists?: readonly { name: string; spotify_id: string | null }[]
  /** The ISRC of a track's recording. */
  isrc?: string
  /** Above 0 up to 1. Its square root is the strength: 1 / log2(rank + 1) in a ranked list. */
  weight: number
  /** Rank in its list, from 1. */
  rank: number
  /** Its list, if the provider has several: a time range, recent plays, saved items. */
  range: TasteRange | null
  /** Genres or topics from a field of the item itself. */
  bars?: readonly (Genre | Topic)[]
  /** The topics in YouTube's list. */
  topics?: readonly (Genre | Topic)[]
  /** The worldwide number of fans, if the provider reports it. */
  size?: WorldSize
  /** The length of a track or video in milliseconds, if the provider reports it. */
  duration_ms?: number | null
}

type Reading = NonNullable<Source['progress']>['reading']

/** One play of a track. `at` in milliseconds since 1970. */
export type ProviderPlay = { name: string; by: string; spotify_id: string | null; artist_spotify_id: string | null; at: number }

/** One list of an account, read page by page. */
export type ProviderList = { name: string; reading: Reading }

export type ProviderPage = {
  rows: ProviderRow[]
  /** The plays of a list of recent plays that have a time. */
  plays?: ProviderPlay[]
  /** The number of entries from the provider, including ignored ones. */
  read: number
  /** The next position, as opaque plain text so that it can be stored; null at the end. */
  next: string | null
  total: number | null
}

/** The interface of every provider. All functions may throw ProviderError. */
type Readable = {
  lists: readonly ProviderList[]
  /** The name of the list with the latest plays, if the provider has one. It has a single page. */
  recentList?: string
  /** Reads one page of a list; `key` is an access token or a name, `from` the `next` of the page before, null for the first. */
  page: (key: string, list: string, from: string | null) => Promise<ProviderPage>
}

/** A private playlist to create. `ids` are tracks at Spotify and videos at YouTube. */
export type NewPlaylist = { title: string; ids: readonly string[]; onProgress?: ((done: number) => void) | undefined }
/** `rejected`: ids that the provider no longer has. */
export type CreatedPlaylist = { url: string; rejected: string[] }

/** A provider that users connect by authorization. */
export type TasteProvider = Readable & {
  source: ConnectableSource
  /** The address to send the browser to. `challenge` is the S256 of the verifier. */
  /** `canWrite` also asks for permission to create playlists. */
  authorizeUrl: (request: { redirectUri: string; state: string; challenge: string; canWrite?: boolean }) => string
  exchangeCode: (answer: { code: string; verifier: string; redirectUri: string }) => Promise<ProviderTokens>
  refresh: (refreshToken: string) => Promise<ProviderTokens>
  /** Ends the authorization at the provider, if it supports that. */
  revoke: (token: string) => Promise<void>
  account: (accessToken: string) => Promise<ProviderAccount>
  /** @throws ProviderError 'reconnect' without the permission, 'not_allowed' when the provider rejects writes of this application */
  createPlaylist: (accessToken: string, list: NewPlaylist) => Promise<CreatedPlaylist>
}

/** A provider whose public profiles are read by name. */
export type NameProvider = Readable & {
  source: NameSource
  /** The profile of that name, in the provider's spelling. @throws ProviderError 'unknown' or 'private' */
  account: (name: string) => Promise<{ id: string; name: string }>
  /** The owner of the token, as an id like the one of `account`; null for an invalid token. Omitted if the provider has no such tokens. */
  ownerOf?: (token: string) => Promise<string | null>
  /** Verification by signing in there. Omitted if the provider has none, or the operator has no secret for it. */
  web?: {
    /** The address to send the browser to; it returns to `returnUri` with a token. */
    authorizeUrl: (returnUri: string) => string
    /** The user who has signed in for that token, which is valid once. @throws ProviderError 'reconnect' for an invalid token */
    account: (token: string) => Promise<{ id: string; name: string }>
  }
}

/** A duration in milliseconds from a number or text in units of `unitMs`; null for anything else, and for 0, which means unknown. */
export function durationOf(value: unknown, unitMs = 1): number | null {
  const ms = Number(value) * unitMs
  return ms > 0 ? ms : null
}

/** The weight of a rank in a list without counts (see platforms: rank only, 1 / log2(rank + 1)). */
export function weightOfRank(rank: number): number {
  const strength = 1 / Math.log2(rank + 1)
  return strength * strength
}
