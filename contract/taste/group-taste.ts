import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { isoDate, uid } from '../base/ids.ts'
import { item } from '../media.ts'
import { personCard } from '../people.ts'

const bars = z.array(z.int())

export const tasteMapMember = z.object({
  person: personCard,
  /** In widths of an avatar; null for members who don't show their match to all others, or have too little data. */
  place: z.nullable(z.object({ x: z.number(), y: z.number() })),
})

/** The match of two members who both show it to the group, and the bars that connect the two. */
export const tasteMapPair = z.object({ one: uid, other: uid, percent: z.int(), bars })
export type TasteMapPair = z.output<typeof tasteMapPair>

/** The shared taste of a group's members. Members that a block hides are left out. */
export const tasteMap = z.object({
  members: z.array(tasteMapMember),
  /** The closest first. */
  pairs: z.array(tasteMapPair),
  areas: z.array(z.object({ uids: z.array(uid), bars })),
  /** `by` is close to both, who are not close to each other. */
  bridges: z.array(z.object({ by: uid, between: z.tuple([uid, uid]) })),
})
export type TasteMap = z.output<typeof tasteMap>

/** Items that a group can play together. */
export const groupPicks = z.object({
  /** The number of members whose taste was compared for `safe`: at most 10, those who wrote most lately. */
  members: z.int(),
  /** Items that fit all of these members but at most one, and that no member dislikes. `fits`: the number of members it fits. */
  safe: z.array(z.object({ item, fits: z.int() })),
  /** Items that one member loves and no other member knows. */
  lessons: z.array(z.object({ item, by: personCard })),
})
export type GroupPicks = z.output<typeof groupPicks>

/** A new member. `item`: what only they and the viewer love in this group, for a first message. */
export const newMember = z.object({ person: personCard, joined_at: isoDate, item: z.nullable(item) })
export type NewMember = z.output<typeof newMember>

const chatId = z.object({ chatId: z.uuid() })

export const groupTasteCalls = {
  getTasteMap: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/groups/:chatId/taste-map',
    summary: 'The taste map of a group, for its members: places, matches, areas, and who connects whom',
    params: chatId,
    response: tasteMap,
  }),
  getGroupPicks: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/groups/:chatId/picks',
    summary: 'What a group can play: what is safe for all, and what members can teach each other',
    params: chatId,
    response: groupPicks,
  }),
  getNewMembers: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/groups/:chatId/new-members',
    summary: 'Members who joined lately, with something that only they and the viewer love; after the viewer joined, all others',
    params: chatId,
    response: z.object({ members: z.array(newMember) }),
  }),
}
