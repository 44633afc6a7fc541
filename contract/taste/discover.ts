import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { cursor, empty } from '../base/ids.ts'
import { item, itemKind } from '../media.ts'
import { personCard } from '../people.ts'
import { matchFilter } from './taste.ts'

/** Why an item is suggested. Only buddies of the viewer are named. */
export const discovery = z.object({
  item,
  is_saved: z.boolean(),
  /** Its genres or topics as indexes of `PRINT_BARS`; empty when unknown. */
  bars: z.array(z.int()),
  reason: z.object({
    people: z.array(personCard),
    others: z.int(),
    at_least_percent: z.int(),
    /** Whether it is one of the most played or watched items of `people`. */
    is_favorite: z.boolean(),
    /** Without `people`: the artist or channel of the viewer that most users who love this one also love. */
    near: z.nullable(item),
  }),
})
export type Discovery = z.output<typeof discovery>

/** Why a buddy would probably love an item. */
export const recipientReason = z.object({
  /**
   * `has`: it is in their library. `creator`: they love its artist or channel (`name`). `listeners`: people with similar taste love
   * it. `bar`: its genre or topic is strong in their print (`bar`). `match`: only their match with the viewer (`percent`) is known.
   */
  kind: z.enum(['creator', 'listeners', 'bar', 'match', 'has', 'none']),
  name: z.nullable(z.string()),
  /** An index of `PRINT_BARS`. */
  bar: z.nullable(z.int()),
  percent: z.nullable(z.int()),
})
export type RecipientReason = z.output<typeof recipientReason>

export const recipient = z.object({ person: personCard, reason: recipientReason })
export type Recipient = z.output<typeof recipient>

const ofItem = z.object({ item_id: z.uuid() })

export const discoverCalls = {
  discover: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/discover',
    summary: 'Items that people with similar taste love and the viewer does not have yet',
    query: z.object({ filter: z._default(matchFilter, 'all') }),
    response: z.object({
      items: z.array(discovery),
      /** Items that several buddies have played a lot lately. */
      trending: z.array(discovery),
      /** Items that buddies love, the most relevant first; in no other list of this answer. */
      of_buddies: z.array(discovery),
      /** Number of items the viewer loves; with few items there are few suggestions. */
      known: z.int(),
    }),
  }),
  discoverKind: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/discover/:kind',
    summary: 'All suggestions of one kind, page by page, the best first',
    params: z.object({ kind: itemKind }),
    query: z.object({ cursor: z.optional(cursor) }),
    response: z.object({ items: z.array(discovery), next: z.nullable(cursor) }),
  }),
  getRecipients: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/recipients',
    summary: 'The viewer’s buddies by how much they would probably love an item, with the reason; without a known item by match',
    query: z.object({ item_id: z.optional(z.uuid()), link: z.optional(z.string().check(z.maxLength(2_048))) }),
    response: z.object({ people: z.array(recipient) }),
  }),
  getSaved: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/discover-saved',
    summary: 'Items the viewer saved from discoveries, page by page, the latest first',
    query: z.object({ cursor: z.optional(cursor) }),
    response: z.object({ items: z.array(item), next: z.nullable(cursor) }),
  }),
  saveDiscovery: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/discover/:item_id/save',
    summary: 'Save an item for later',
    params: ofItem,
    response: empty,
  }),
  unsaveDiscovery: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/discover/:item_id/save',
    summary: 'Remove a saved item',
    params: ofItem,
    response: empty,
  }),
  lessLikeThis: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/discover/:item_id/less',
    summary: 'Show less like this from now on',
    params: ofItem,
    response: empty,
  }),
  undoLessLikeThis: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/discover/:item_id/less',
    summary: 'Undo “show less like this”',
    params: ofItem,
    response: empty,
  }),
}
