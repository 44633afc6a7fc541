import type { LinkRecord } from '#contract/links.ts'

/** A card as kept. */
export type StoredCard = {
  id: string
  target: LinkRecord
  state: 'known' | 'gone' | 'unknown'
  title: string | null
  author: string | null
  /** An address at the platform, of a kind that our own address can stand for. */
  thumbnail: string | null
  /** The same song on the other platform, as that one's search found it. */
  elsewhere: LinkRecord | null
  /** Whether that was looked for: once is enough as long as the card is kept. */
  isSearched: boolean
  freshUntil: Date
  keepUntil: Date
}

/** What is known of a link, for finding the same thing elsewhere. */
export type KnownLink = Pick<StoredCard, 'target' | 'title' | 'author'>

/** The same song, artist or video on the other platform. */
export type OtherSide = { target: LinkRecord; isGuess: boolean }

/** What our own catalogue knows of a link: who made it, where its platform does not tell, and where else it is. */
export type CatalogueFacts = { author: string | null; otherSide: OtherSide | null }

/** Finds the same song on the other platform by that one's own search; null where it finds none. @throws ProviderError */
export type SearchElsewhere = (link: KnownLink) => Promise<LinkRecord | null>

/** Looks each link up, in order; answered by a feature above, which knows songs. */
export type LookUpLinks = (links: readonly KnownLink[]) => Promise<CatalogueFacts[]>
