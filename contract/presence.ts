import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { isoDate, uid } from './base/ids.ts'

/** Whether somebody is here. `last_seen` is null while they are, and when nothing is known of it. */
export const presence = z.object({ uid, online: z.boolean(), last_seen: z.nullable(isoDate) })
export type Presence = z.output<typeof presence>

/** People that one question may be about. */
export const MAX_PRESENCE_UIDS = 100

/** Uids in a query, with commas between them. */
const uidList = z.pipe(
  z.string().check(z.maxLength(37 * MAX_PRESENCE_UIDS)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(uid).check(z.maxLength(MAX_PRESENCE_UIDS)),
  ),
)

export const presenceCalls = {
  getPresence: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/presence',
    summary: 'Who of these people is online; whoever does not show it to the viewer is missing',
    query: z.object({ uids: uidList }),
    answer: z.object({ people: z.array(presence) }),
  }),
}

export const presenceFrames = {
  /** Server: to buddies who may know. Somebody who now hides it is told as not online and without a last time. */
  presence_changed: defineFrame('presence_changed', presence),
}
