import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { cursor, empty, isoDate, queryNumber, uid } from './base/ids.ts'
import { limits } from './limits.ts'
import { personCard, relation } from './people.ts'
import { personRow, seenAs } from './profiles.ts'
import { defineFrame } from './base/frame.ts'
import { freeText } from './base/text.ts'

export const connection = z.object({
  person: personCard,
  relation,
  /** Who asked, when and with which note; null when nobody has. */
  request: z.nullable(z.object({ from: uid, asked_at: isoDate, note: z.string() })),
  connected_at: z.nullable(isoDate),
  /** Buddies both have, as far as the other shows theirs. */
  mutual: z.array(personCard),
  /** The viewer hears nothing of this person. */
  muted: z.boolean(),
  /** Whether a request of the viewer would be taken. */
  may_ask: z.boolean(),
})
export type Connection = z.output<typeof connection>

export const incomingRequest = z.object({ person: personCard, note: z.string(), asked_at: isoDate, mutual_count: z.int() })
export type IncomingRequest = z.output<typeof incomingRequest>

export const mutedAndBlocked = z.object({ muted: z.array(personCard), blocked: z.array(personCard) })
export type MutedAndBlocked = z.output<typeof mutedAndBlocked>

const ofPerson = z.object({ uid })

export const connectionCalls = {
  getConnection: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/connections/:uid',
    summary: 'How the viewer and that person stand to each other',
    params: ofPerson,
    answer: connection,
  }),
  getRequests: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/connection-requests',
    summary: 'Requests waiting for the viewer, newest first',
    answer: z.object({ requests: z.array(incomingRequest) }),
  }),
  requestConnection: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/connection-requests/:uid',
    summary: 'Ask that person; when they have asked already, this accepts',
    params: ofPerson,
    body: z.object({ note: z._default(freeText(limits.requestNote), '') }),
    answer: connection,
  }),
  withdrawRequest: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/connection-requests/:uid',
    summary: 'Take one’s own request back',
    params: ofPerson,
    answer: connection,
  }),
  acceptRequest: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/connection-requests/:uid/accept',
    summary: 'Accept; accepting twice is harmless',
    params: ofPerson,
    answer: connection,
  }),
  declineRequest: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/connection-requests/:uid/decline',
    summary: 'Decline silently',
    params: ofPerson,
    answer: connection,
  }),
  getBuddies: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/buddies',
    summary: 'Buddies of a person, the latest first',
    params: ofPerson,
    query: z.object({ as: seenAs, cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }),
    answer: z.object({ buddies: z.array(personRow), next: z.nullable(cursor) }),
  }),
  removeBuddy: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/buddies/:uid',
    summary: 'End the connection',
    params: ofPerson,
    answer: connection,
  }),
  blockPerson: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blocks/:uid',
    summary: 'Block: from now on neither sees anything of the other',
    params: ofPerson,
    answer: connection,
  }),
  unblockPerson: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/blocks/:uid',
    summary: 'Lift one’s own block; the connection does not come back',
    params: ofPerson,
    answer: connection,
  }),
  mutePerson: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/mutes/:uid',
    summary: 'Hear nothing of that person any more; they never learn of it',
    params: ofPerson,
    answer: empty,
  }),
  unmutePerson: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/mutes/:uid',
    summary: 'Hear of that person again',
    params: ofPerson,
    answer: empty,
  }),
  getMutedAndBlocked: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/muted-and-blocked',
    summary: 'Whom the viewer has muted and blocked',
    answer: mutedAndBlocked,
  }),
}

/** The other person of each event, as the receiver of the event sees them. `message` is the notice's sentence in en-US. */
const aboutPerson = z.object({ person: personCard, message: z.string() })

export const connectionFrames = {
  new_connection_request: defineFrame('new_connection_request', z.object({ ...aboutPerson.shape, note: z.string() })),
  connection_request_accepted: defineFrame('connection_request_accepted', aboutPerson),
  /** Only for the person's own other devices: declining is silent for the one who asked. */
  connection_request_rejected: defineFrame('connection_request_rejected', aboutPerson),
  /** To both sides once they are connected. */
  new_connection_added: defineFrame('new_connection_added', aboutPerson),
  /** To the asker's own devices: the request is on its way. */
  connection_sent: defineFrame('connection_sent', aboutPerson),
  /** Anything else about the two has changed (withdrawn, unfriended, blocked): read it again. */
  connection_changed: defineFrame('connection_changed', z.object({ uid })),
}
