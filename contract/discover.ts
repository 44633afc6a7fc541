import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { cursor, empty } from './base/ids.ts'
import { item, itemKind } from './media.ts'
import { personCard } from './people.ts'
import { matchFilter } from './taste.ts'

/** Why something is suggested. People are named only when they are buddies of the viewer. */
export const discovery = z.object({
  item,
  /** What it stands for, as places in `PRINT_BARS`; empty where nobody knows. */
  bars: z.array(z.int()),
  reason: z.object({ people: z.array(personCard), others: z.int(), at_least_percent: z.int() }),
})
export type Discovery = z.output<typeof discovery>

const ofItem = z.object({ item_id: z.uuid() })

export const discoverCalls = {
  discover: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/discover',
    summary: 'Things that people close to the viewer love and the viewer does not have yet',
    query: z.object({ filter: z._default(matchFilter, 'all') }),
    answer: z.object({
      items: z.array(discovery),
      /** What several buddies play a lot lately. */
      trending: z.array(discovery),
      /** How many things the viewer loves: with few of them little can be found. */
      known: z.int(),
    }),
  }),
  discoverKind: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/discover/:kind',
    summary: 'Everything of one kind that is found for the viewer, page by page, the likeliest first',
    params: z.object({ kind: itemKind }),
    query: z.object({ cursor: z.optional(cursor) }),
    answer: z.object({ items: z.array(discovery), next: z.nullable(cursor) }),
  }),
  getSaved: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/discover-saved',
    summary: 'What the viewer saved from discoveries, the latest first',
    answer: z.object({ items: z.array(item) }),
  }),
  saveDiscovery: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/discover/:item_id/save',
    summary: 'Keep something for later',
    params: ofItem,
    answer: empty,
  }),
  unsaveDiscovery: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/discover/:item_id/save',
    summary: 'Stop keeping it',
    params: ofItem,
    answer: empty,
  }),
  lessLikeThis: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/discover/:item_id/less',
    summary: 'Show less like this from now on',
    params: ofItem,
    answer: empty,
  }),
  undoLessLikeThis: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/discover/:item_id/less',
    summary: 'Take that back',
    params: ofItem,
    answer: empty,
  }),
}
