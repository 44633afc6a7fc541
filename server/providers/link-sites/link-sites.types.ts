import type { LinkRecord } from '#contract/links/links.ts'

/** Metadata of the target of a link. */
export type LinkDetails = {
  title: string | null
  author: string | null
  /** An address at the platform. */
  thumbnail: string | null
}

export type LinkResponse =
  | { kind: 'found'; details: LinkDetails }
  /** The platform reports that there is nothing, or nothing public. */
  | { kind: 'gone' }

/** Reads metadata of links to the five platforms. */
export type LinkSites = {
  /** The target of a short link; the link itself when it is not short, or the target is unknown. */
  resolve(link: LinkRecord): Promise<LinkRecord>
  /** The platform's metadata; null for links that no platform describes. @throws ProviderError */
  read(link: LinkRecord): Promise<LinkResponse | null>
}
