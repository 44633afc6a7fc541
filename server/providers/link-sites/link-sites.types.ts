import type { LinkRecord } from '#contract/links.ts'

/** What a platform tells of something that a link of it leads to. */
export type LinkFacts = {
  title: string | null
  author: string | null
  /** An address at the platform. */
  thumbnail: string | null
}

export type LinkAnswer =
  | { kind: 'found'; facts: LinkFacts }
  /** The platform says that there is nothing, or nothing for the public. */
  | { kind: 'gone' }

/** What the five platforms tell of their links. */
export type LinkSites = {
  /** Where a short link leads; the link itself when it is none, and when nobody can tell. */
  resolve(link: LinkRecord): Promise<LinkRecord>
  /** What the platform tells; null for links of which none of them tells anything. @throws ProviderError */
  read(link: LinkRecord): Promise<LinkAnswer | null>
}
