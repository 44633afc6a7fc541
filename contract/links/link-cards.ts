import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { limits } from '../limits.ts'
import { linkRecord } from './links.ts'

/** Details of a link from its platform, cached for hours or days. */
export const linkCard = z.object({
  /** The link of the request. */
  link: z.string(),
  /** The resolved link: the target of a short link, otherwise the link itself. */
  target: linkRecord,
  title: z.nullable(z.string()),
  author: z.nullable(z.string()),
  /** The address of its picture on this server. */
  thumbnail_url: z.nullable(z.string()),
  /** `waiting`: being loaded, request it again shortly. `gone`: its platform says that it no longer exists. */
  state: z.enum(['ready', 'waiting', 'gone']),
  /** Paths of the target's page and of the page of its artist or channel; null where the catalog doesn't have them. */
  pages: z.optional(z.object({ item: z.nullable(z.string()), by: z.nullable(z.string()) })),
  /** The same song, artist or video on the other platform, if known; `is_guess` if only the names match. */
  other_side: z.nullable(z.object({ target: linkRecord, is_guess: z.boolean() })),
})
export type LinkCardData = z.output<typeof linkCard>

export const linkCardCalls = {
  getLinkCards: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/link-cards',
    summary: 'Details of links of the five platforms; other links are left out',
    // Links can be too long for a query string, so they are sent in a body.
    body: z.object({ links: z.array(z.string().check(z.maxLength(2_048))).check(z.minLength(1), z.maxLength(limits.linkCards.max)) }),
    response: z.object({ cards: z.array(linkCard) }),
  }),
}
