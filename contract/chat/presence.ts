import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { defineFrame } from '../base/frame.ts'
import { isoDate, uid } from '../base/ids.ts'

/** Whether a user is online. `last_seen` is null while they are online and when it is unknown. */
export const presence = z.object({ uid, online: z.boolean(), last_seen: z.nullable(isoDate) })
export type Presence = z.output<typeof presence>

/** The number of people in one request. */
export const MAX_PRESENCE_UIDS = 100

/** Comma-separated uids in a query. */
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
    summary: 'Which of these people are online; people who hide it from the viewer are left out',
    query: z.object({ uids: uidList }),
    response: z.object({ people: z.array(presence) }),
  }),
}

export const presenceFrames = {
  /**
   * Client: whether its page is visible. Sent when that changes, and after signing in with a hidden page: until then the server considers a
   * page visible.
   */
  pageVisibility: defineFrame('pageVisibility', z.object({ is_visible: z.boolean() })),
  /** Server: to buddies who may see it. A user who starts to hide it is sent as offline, without `last_seen`. */
  presence_changed: defineFrame('presence_changed', presence),
}
