import type { LinkRecord } from '#contract/links/links.ts'

export type StoredCard = {
  id: string
  target: LinkRecord
  state: 'known' | 'gone' | 'unknown'
  title: string | null
  author: string | null
  /** A picture URL at the platform that `thumbnailUrl` accepts. */
  thumbnail: string | null
  /** The same song on the other platform, from its search. */
  elsewhere: LinkRecord | null
  /** Whether it was searched; once for each card. */
  isSearched: boolean
  freshUntil: Date
  keepUntil: Date
}

/** The data to find the same content on the other platform. */
export type KnownLink = Pick<StoredCard, 'target' | 'title' | 'author'>

/** The same song, artist or video on the other platform. */
export type OtherSide = { target: LinkRecord; isGuess: boolean }

/** Our catalog's data about a link: the author, if the platform reports none, and the other platform. */
export type CatalogData = { author: string | null; otherSide: OtherSide | null }

/** Paths of the pages of a link's target and of its artist or channel. */
export type LinkPages = { item: string | null; by: string | null }

/** Searches the same song on the other platform. @throws ProviderError */
export type SearchElsewhere = (link: KnownLink) => Promise<LinkRecord | null>

/** Looks up each link in the catalog, in order; injected by a higher feature. */
export type LookUpLinks = (links: readonly KnownLink[]) => Promise<CatalogData[]>
