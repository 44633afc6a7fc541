import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'

/** The stored data about a user, by kind, in the order of the page. */
export const storedKinds = [
  'sources',
  'taste',
  'played_items',
  'months',
  'saved',
  'folders',
  'buddies',
  'messages',
  'voice',
  'starred',
  'moments',
  'comments',
  'likes',
  'bookmarks',
  'pictures',
  'blends',
  'muted',
  'notifications',
  'push',
  'match_receipts',
  'sessions',
] as const
export type StoredKind = (typeof storedKinds)[number]

export const storedDataCalls = {
  getStoredData: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/stored-data',
    summary: 'How many entries of each kind are stored about the viewer',
    response: z.object({ counts: z.record(z.enum(storedKinds), z.int()) }),
  }),
}
