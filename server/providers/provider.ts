import type { ConnectableSource, Source } from '#contract/taste.ts'
import type { ItemKind } from '#contract/media.ts'

/** What an authorisation gives. Never logged, never sent to a client. */
export type ProviderTokens = {
  accessToken: string
  accessExpiresAt: Date
  /** Null when the answer brought none: the one we have stays good. */
  refreshToken: string | null
}

export type ProviderAccount = {
  /** What tells accounts apart for ever; null when the person has an account without a channel of its own. */
  id: string | null
  name: string | null
}

/** One thing a person loves, as a provider tells it, in our words. */
export type ProviderRow = {
  kind: ItemKind
  name: string
  by: string | null
  spotify_id: string | null
  youtube_id: string | null
  /** Above 0 up to 1. Its square root is the strength: 1 / log2(place + 1) in a ranked list. */
  weight: number
  /** Place in the list it came from, from 1. */
  rank: number
  /** The time range of that list, where the provider tells ranges apart. */
  range: '4_weeks' | '6_months' | 'all_time' | null
}

type Reading = NonNullable<Source['progress']>['reading']

/** One list of an account, read page by page. */
export type ProviderList = { name: string; reading: Reading }

export type ProviderPage = {
  rows: ProviderRow[]
  /** How many entries the provider sent, rows or not. */
  read: number
  /** Where to go on, opaque and plain text so that it can be kept; null at the end. */
  next: string | null
  total: number | null
}

/** What the taste feature needs of a provider; the same for every one. All may throw ProviderError. */
export type TasteProvider = {
  source: ConnectableSource
  lists: readonly ProviderList[]
  /** The address to send the browser to. `challenge` is the S256 of the verifier. */
  authorizeUrl: (request: { redirectUri: string; state: string; challenge: string }) => string
  exchangeCode: (answer: { code: string; verifier: string; redirectUri: string }) => Promise<ProviderTokens>
  refresh: (refreshToken: string) => Promise<ProviderTokens>
  /** Ends the authorisation at the provider, where it offers that. */
  revoke: (token: string) => Promise<void>
  account: (accessToken: string) => Promise<ProviderAccount>
  /** Reads one page of a list; `from` is the `next` of the page before, null for the first. */
  page: (accessToken: string, list: string, from: string | null) => Promise<ProviderPage>
}

/** The weight of a place in a ranked list without counts (see platforms: rank only, 1 / log2(place + 1)). */
export function weightOfRank(rank: number): number {
  const strength = 1 / Math.log2(rank + 1)
  return strength * strength
}
