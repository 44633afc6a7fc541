import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { cursor, empty, isoDate, uid, uuidv7 } from './base/ids.ts'
import { freeText } from './base/text.ts'
import { limits } from './limits.ts'
import { item } from './media.ts'
import { personCard } from './people.ts'
import { connectableSource, matchFilter } from './taste/taste.ts'

/** A member's request for less or more of another member. */
export const blendEmphasis = z.enum(['less', 'same', 'more'])
export type BlendEmphasis = z.output<typeof blendEmphasis>

export const blendMemberState = z.enum(['invited', 'joined'])
export type BlendMemberState = z.output<typeof blendMemberState>

/** Why an item fits a member: they love it, they love its artist or channel, or the index of a bar in `PRINT_BARS`. */
export const blendFitReason = z.union([z.literal('loves'), z.literal('creator'), z.int()])
export type BlendFitReason = z.output<typeof blendFitReason>

const title = freeText({ min: 1, max: limits.blend.title })

/** The tallest bars of a member on the cover. Empty for members who have not joined. */
const coverBars = z.array(z.object({ bar: z.int(), height: z.number() }))

export const blendMember = z.object({
  person: personCard,
  state: blendMemberState,
  emphasis: blendEmphasis,
  /** The number of items that they bring this week. */
  brings: z.int(),
  bars: coverBars,
  /** Whether they want users outside of the blend to see it. */
  wants_open: z.boolean(),
})
export type BlendMember = z.output<typeof blendMember>

export const blendItem = z.object({
  item,
  /** The member whose library it comes from. */
  by: uid,
  fits: z.array(z.object({ uid, why: blendFitReason })),
  new_to: z.array(uid),
  /** Not in last week's mix. */
  is_changed: z.boolean(),
})
export type BlendItem = z.output<typeof blendItem>

const summary = {
  id: z.uuid(),
  /** Null: named after its members. */
  title: z.nullable(z.string()),
  kind: matchFilter,
  /** The conversation of the group whose members are in it; null for a blend of chosen users. */
  chat_id: z.nullable(z.uuid()),
  /** The viewer's own state. */
  state: blendMemberState,
  /** Members in the order of joining, without users hidden from the viewer. */
  members: z.array(blendMember),
}

export const blendSummary = z.object({
  ...summary,
  items: z.int(),
  /** How many of the items are tracks; the others are videos. */
  tracks: z.int(),
  /** How long they are together; null if most durations are unknown. */
  duration: z.nullable(z.object({ ms: z.int(), is_estimate: z.boolean() })),
})
export type BlendSummary = z.output<typeof blendSummary>

export const blend = z.object({
  ...summary,
  /** Who invited the viewer; null for the author of the blend, and if the viewer may not see the inviter. */
  invited_by: z.nullable(personCard),
  /** The week's mix in its order, without what the viewer has muted. Empty for invited users. */
  items: z.array(blendItem),
  /** How many items of the mix the viewer has muted. The others still see them. */
  muted_items: z.int(),
  /** Members for whom no fairer mix exists. */
  underserved: z.array(uid),
  /** The members have too little in common: the mix has the best items, even if some fit only one member. */
  is_thin: z.boolean(),
  mixed_at: z.nullable(isoDate),
  /** Monday at 6:00 in the time zone of the author of the blend. */
  next_mix_at: isoDate,
  /** Users outside can open it, because all members want that. */
  is_open: z.boolean(),
  /** Items that a member removed for all, the latest first. */
  removed: z.array(item),
})
export type Blend = z.output<typeof blend>

/** A blend for users who are not members, with only public taste of its members. */
export const openBlend = z.object({
  id: z.uuid(),
  title: z.nullable(z.string()),
  kind: matchFilter,
  members: z.array(z.object({ name: z.string(), bars: coverBars })),
  items: z.array(z.object({ item, fits: z.int() })),
})
export type OpenBlend = z.output<typeof openBlend>

/** A week's mix that the viewer saved. */
export const keptMix = z.object({ id: z.uuid(), title: z.string(), kept_at: isoDate, items: z.array(item) })
export type KeptMix = z.output<typeof keptMix>

const blendId = z.object({ id: z.uuid() })
const uids = z.array(uid).check(z.minLength(1), z.maxLength(limits.blend.members - 1))

export const blendCalls = {
  getBlends: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/blends',
    summary: 'The viewer’s blends and invitations, page by page, the latest first, and the mixes that they kept',
    query: z.object({ cursor: z.optional(cursor) }),
    /** Only the first page has `kept`. */
    response: z.object({ blends: z.array(blendSummary), kept: z.array(keptMix), next: z.nullable(cursor) }),
  }),
  makeBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends',
    summary: 'Make a blend and invite buddies to it; each must agree. A repeated id returns the existing one',
    body: z.object({
      id: z.optional(uuidv7),
      title: z.optional(title),
      kind: z._default(matchFilter, 'all'),
      uids,
      /** The IANA name of a time zone; the mix changes on Monday morning there. */
      time_zone: z.string().check(z.minLength(1), z.maxLength(64)),
    }),
    response: blend,
  }),
  getGroupBlend: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/groups/:chatId/blend',
    summary: 'The blend of a group, for its members; null if nobody has made one',
    params: z.object({ chatId: z.uuid() }),
    response: z.object({ blend: z.nullable(blendSummary) }),
  }),
  makeGroupBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/blend',
    summary: 'Make the blend of a group, or get it if there is one; members take part once they agree',
    params: z.object({ chatId: z.uuid() }),
    body: z.object({ kind: z._default(matchFilter, 'all'), time_zone: z.string().check(z.minLength(1), z.maxLength(64)) }),
    response: blend,
  }),
  getBlend: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/blends/:id',
    summary: 'A blend with this week’s mix; for invited users without the mix',
    params: blendId,
    response: blend,
  }),
  renameBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/title',
    summary: 'Name a blend; null names it after its members',
    params: blendId,
    body: z.object({ title: z.nullable(title) }),
    response: blend,
  }),
  inviteToBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/invitations',
    summary: 'Invite more buddies',
    params: blendId,
    body: z.object({ uids }),
    response: blend,
  }),
  joinBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/join',
    summary: 'Agree to be in a blend; the mix then contains the viewer’s taste as far as the members may see it',
    params: blendId,
    response: blend,
  }),
  leaveBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/leave',
    summary:
      'Leave a blend or decline an invitation; the viewer’s items disappear at once. A blend of one ends, unless it is that of a group',
    params: blendId,
    response: empty,
  }),
  adjustBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/emphasis',
    summary: 'Less or more of a member, for all',
    params: blendId,
    body: z.object({ uid, emphasis: blendEmphasis }),
    response: blend,
  }),
  removeFromBlend: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/blends/:id/items/:item_id',
    summary: 'Remove an item for all, from later mixes, too',
    params: z.object({ id: z.uuid(), item_id: z.uuid() }),
    response: blend,
  }),
  restoreToBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/items/:item_id',
    summary: 'Undo the removal of an item',
    params: z.object({ id: z.uuid(), item_id: z.uuid() }),
    response: blend,
  }),
  openBlend: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/open',
    summary: 'Whether the viewer wants people outside to see the blend; it opens once all members want it',
    params: blendId,
    body: z.object({ open: z.boolean() }),
    response: blend,
  }),
  keepMix: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/keep',
    summary: 'Save this week’s mix as a list of the viewer; twice in a week is harmless',
    params: blendId,
    body: z.object({ title }),
    response: keptMix,
  }),
  saveToPlatform: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blends/:id/playlists/:source',
    summary: 'Save this week’s mix as a private playlist in a connected account; asks for the permission with the first one',
    params: z.object({ id: z.uuid(), source: connectableSource }),
    body: z.object({ title }),
    response: z.object({
      /** The address that requests access to playlists, if the account has not granted it. Nothing was saved then. */
      authorize_url: z.nullable(z.string()),
      /** The address of the new playlist. */
      url: z.nullable(z.string()),
      saved: z.int(),
      /** Items that the platform doesn’t have. */
      missing: z.array(item),
    }),
  }),
  deleteKeptMix: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/kept-mixes/:id',
    summary: 'Delete a saved mix',
    params: blendId,
    response: empty,
  }),
  getOpenBlend: defineCall({
    method: 'GET',
    area: 'public',
    path: '/blends/:id',
    summary: 'A blend that all its members opened, with what they show everyone',
    params: blendId,
    response: openBlend,
  }),
}

export const blendFrames = {
  /** Server, to the user who saves: the number of items that are already in the playlist. */
  blend_saving: defineFrame('blend_saving', z.object({ blend_id: z.uuid(), done: z.int(), total: z.int() })),
  /** Server, to the members: the blend has changed or ended. */
  blend_changed: defineFrame('blend_changed', z.object({ blend_id: z.uuid() })),
}
