import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { item } from '../media.ts'
import { personCard } from '../people.ts'
import { worldSize } from './taste.ts'

export const itemFan = z.object({
  person: personCard,
  /** The rank in the user's list of this kind, from 1. */
  rank: z.int(),
  /** From 1 to 5, by rank and by how recently the user played it. */
  love: z.int(),
  /** Among the user's most played of the last four weeks. */
  is_recent: z.boolean(),
})
export type ItemFan = z.output<typeof itemFan>

/** A track or video of an artist or channel. */
export const itemWork = z.object({
  item,
  /** The viewer's buddies who love it. */
  fans: z.array(personCard),
  /** The work that most buddies love and the viewer does not have; at most one per page. */
  is_new: z.boolean(),
})
export type ItemWork = z.output<typeof itemWork>

/** An item that the same users love. */
export const relatedItem = z.object({
  item,
  /** The viewer's buddies among them. */
  people: z.array(personCard),
  /** The number of further users. */
  others: z.int(),
})
export type RelatedItem = z.output<typeof relatedItem>

export const itemPage = z.object({
  item,
  /** Genres or topics as indexes of `PRINT_BARS`; empty when unknown. */
  bars: z.array(z.int()),
  /** The size of its worldwide audience; null when unknown. */
  world: z.nullable(worldSize),
  /** The number of users here who love it and show that to everyone; null below 5. */
  people: z.nullable(z.int()),
  /** Signed-out visitors may open the page, and it has a picture. */
  is_public: z.boolean(),
  is_saved: z.boolean(),
  /** The viewer's own rank; null if they don't have it. */
  mine: z.nullable(z.object({ rank: z.int(), is_recent: z.boolean() })),
  /** The number of the viewer's buddies. */
  buddies: z.int(),
  /** Buddies who love it, those who love it most first. */
  fans: z.array(itemFan),
  works: z.array(itemWork),
  related: z.array(relatedItem),
})
export type ItemPage = z.output<typeof itemPage>

const ofItem = z.object({ item_id: z.uuid() })

export const itemPageCalls = {
  getItemPage: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/items/:item_id',
    summary: 'The page of an artist, track, channel or video',
    params: ofItem,
    response: itemPage,
  }),
  getPublicItemPage: defineCall({
    method: 'GET',
    area: 'public',
    path: '/items/:item_id',
    summary: 'The page of an item for signed-out visitors: only what its users show everyone, without names',
    params: ofItem,
    response: itemPage,
  }),
}
