import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { cursor, empty, isoDate, queryNumber, uid } from './base/ids.ts'
import { limits } from './limits.ts'
import { personCard, relation } from './people.ts'
import { personRow, viewAs } from './profiles.ts'
import { defineFrame } from './base/frame.ts'
import { freeText } from './base/text.ts'

export const connection = z.object({
  person: personCard,
  relation,
  /** Who sent the request, when and with which note; null without a request. */
  request: z.nullable(z.object({ from: uid, asked_at: isoDate, note: z.string() })),
  connected_at: z.nullable(isoDate),
  /** Mutual buddies; empty if the other person hides theirs. */
  mutual: z.array(personCard),
  /** The viewer has muted this person. */
  muted: z.boolean(),
  /** Whether this person accepts a request from the viewer. */
  may_ask: z.boolean(),
  /** Whether this person accepts messages from the viewer. Missing in answers of older servers. */
  may_message: z._default(z.boolean(), true),
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
    summary: 'The relation between the viewer and this person',
    params: ofPerson,
    response: connection,
  }),
  getRequests: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/connection-requests',
    summary: 'Requests waiting for the viewer, newest first',
    response: z.object({ requests: z.array(incomingRequest) }),
  }),
  requestConnection: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/connection-requests/:uid',
    summary: 'Send a request; if that person has already sent one, this accepts it',
    params: ofPerson,
    body: z.object({ note: z._default(freeText(limits.requestNote), '') }),
    response: connection,
  }),
  withdrawRequest: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/connection-requests/:uid',
    summary: 'Withdraw one’s own request',
    params: ofPerson,
    response: connection,
  }),
  acceptRequest: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/connection-requests/:uid/accept',
    summary: 'Accept; accepting twice is harmless',
    params: ofPerson,
    response: connection,
  }),
  declineRequest: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/connection-requests/:uid/decline',
    summary: 'Decline silently',
    params: ofPerson,
    response: connection,
  }),
  getBuddies: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/buddies',
    summary: 'Buddies of a person, the latest first',
    params: ofPerson,
    query: z.object({ as: viewAs, cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }),
    response: z.object({ buddies: z.array(personRow), next: z.nullable(cursor) }),
  }),
  removeBuddy: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/buddies/:uid',
    summary: 'End the connection',
    params: ofPerson,
    response: connection,
  }),
  blockPerson: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/blocks/:uid',
    summary: 'Block: neither of the two sees the other any more',
    params: ofPerson,
    response: connection,
  }),
  unblockPerson: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/blocks/:uid',
    summary: 'Unblock; this doesn’t restore the connection',
    params: ofPerson,
    response: connection,
  }),
  mutePerson: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/mutes/:uid',
    summary: 'Mute this person; they are not informed',
    params: ofPerson,
    response: empty,
  }),
  unmutePerson: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/mutes/:uid',
    summary: 'Unmute this person',
    params: ofPerson,
    response: empty,
  }),
  getMutedAndBlocked: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/muted-and-blocked',
    summary: 'People the viewer has muted or blocked',
    response: mutedAndBlocked,
  }),
}

/** The other person of each event, as the receiver sees them. `message` is the text of the notice in en-US. */
const aboutPerson = z.object({ person: personCard, message: z.string() })

/** A person with what else others see of the profile. Older servers send only the card. */
const changedPerson = z.object({
  ...personCard.shape,
  bio: z.optional(z.string()),
  place: z.optional(z.nullable(z.string())),
  languages: z.optional(z.array(z.string())),
  cover_url: z.optional(z.nullable(z.string())),
})

export const connectionFrames = {
  new_connection_request: defineFrame('new_connection_request', z.object({ ...aboutPerson.shape, note: z.string() })),
  connection_request_accepted: defineFrame('connection_request_accepted', aboutPerson),
  /** Only to the user's own other devices: the sender of the request isn't informed. */
  connection_request_rejected: defineFrame('connection_request_rejected', aboutPerson),
  /** Sent to both users once they are connected. */
  new_connection_added: defineFrame('new_connection_added', aboutPerson),
  /** To the sender's own devices: the request was sent. */
  connection_sent: defineFrame('connection_sent', aboutPerson),
  /** The public data of a user whom the receiver may see changed, or the receiver's own. */
  person_changed: defineFrame('person_changed', z.object({ person: changedPerson })),
  /** The relation changed in another way (withdrawn, unfriended, blocked), or the account was deleted: load it again. */
  connection_changed: defineFrame('connection_changed', z.object({ uid })),
}
