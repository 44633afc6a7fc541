import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { limits } from './limits.ts'
import { linkRecord } from './links.ts'

/** What is known of a link: told by its platform, kept for hours or days. */
export const linkCard = z.object({
  /** The link as it was asked for. */
  link: z.string(),
  /** Where it leads: itself, or what a short link stands for. */
  target: linkRecord,
  title: z.nullable(z.string()),
  author: z.nullable(z.string()),
  /** Our own address of its picture. */
  thumbnail_url: z.nullable(z.string()),
  /** `waiting`: being asked for, ask again shortly. `gone`: its platform says that there is nothing any more. */
  state: z.enum(['ready', 'waiting', 'gone']),
  /** The same song, artist or video on the other platform, where we know one; `is_guess` when only the names agree. */
  other_side: z.nullable(z.object({ target: linkRecord, is_guess: z.boolean() })),
})
export type LinkCardFacts = z.output<typeof linkCard>

export const linkCardCalls = {
  getLinkCards: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/link-cards',
    summary: 'What is known of links of the five platforms; links of anywhere else are left out',
    // Links are longer than an address may be, so they travel in a body.
    body: z.object({ links: z.array(z.string().check(z.maxLength(2_048))).check(z.minLength(1), z.maxLength(limits.linkCards.max)) }),
    answer: z.object({ cards: z.array(linkCard) }),
  }),
}
