import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { uid } from '../base/ids.ts'
import { freeText } from '../base/text.ts'
import { limits } from '../limits.ts'
import { item } from '../media.ts'
import { personCard } from '../people.ts'

/** Where to search: this installation's data, or the search of a platform. */
export const shareSearchPlace = z.enum(['here', 'spotify', 'youtube'])
export type ShareSearchPlace = z.output<typeof shareSearchPlace>

/** The group of a result. `recent` and `fits` are suggestions for an empty search. */
export const shareSection = z.enum(['recent', 'library', 'fits', 'buddies', 'catalog', 'spotify', 'youtube'])
export type ShareSection = z.output<typeof shareSection>

/** An item to share. It has at least one id of a platform. */
export const shareResult = z.object({
  section: shareSection,
  /** `id` is null for a result of a platform's search that is not in the catalog yet. */
  item: z.object({ ...item.shape, id: z.nullable(z.uuid()) }),
  /** The buddy who has it in their library; null in the other sections. */
  person: z.nullable(personCard),
})
export type ShareResult = z.output<typeof shareResult>

export const shareSearchCalls = {
  searchToShare: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/share-search',
    summary: 'Items to share by name, artist, or “artist - title”: the viewer’s library, then the buddies’ libraries and the catalog',
    query: z.object({
      /** Without a text: recently played items, and items that fit `to`. */
      q: z.optional(freeText({ max: limits.shareSearch.max })),
      kind: z.optional(z.enum(['track', 'video'])),
      in: z._default(shareSearchPlace, 'here'),
      /** The receiver. */
      to: z.optional(uid),
    }),
    response: z.object({
      results: z.array(shareResult),
      /** `off`: this installation can't search the platform. `busy`: the platform doesn't answer, or its daily limit is reached. */
      state: z.enum(['ready', 'off', 'busy']),
    }),
  }),
}
