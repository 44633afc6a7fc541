import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { isoDate, uid } from '../base/ids.ts'
import { freeText } from '../base/text.ts'
import { chatRow, groupRole } from './chat.ts'
import { limits } from '../limits.ts'
import { personCard } from '../people.ts'

/** A member as the viewer sees them. */
export const groupMember = z.object({
  person: personCard,
  role: groupRole,
  /** The match with the viewer; null if one of the two doesn't show it. */
  percent: z.nullable(z.int()),
  /** Null for invited users. */
  joined_at: z.nullable(isoDate),
  /** How far they have read, and when they last did; 0 and null if one of the two has receipts off. */
  read_seq: z.int(),
  read_at: z.nullable(isoDate),
  /** The member is read-only until then; `UNTIL_ALLOWED` until an admin allows them to write. */
  writes_from: z.nullable(isoDate),
})
export type GroupMember = z.output<typeof groupMember>

/** The `writes_from` of a member who waits for an admin. */
export const UNTIL_ALLOWED = '9999-12-31T00:00:00.000Z'

/** Settings of the owner and admins. They apply to members; the owner and admins are exempt. */
export const groupSettings = z.object({
  /** Users who join by a link wait for the approval of the owner or an admin. Then only the owner and admins invite buddies. */
  needs_approval: z.boolean(),
  /** Seconds between two messages of a member; 0 for none. */
  slow_seconds: z.int().check(z.minimum(0), z.maximum(limits.group.slowSeconds)),
  /** Hours for which new members only read; 0 until an admin allows them to write; null if they may write at once. */
  read_only_hours: z.nullable(z.int().check(z.minimum(0), z.maximum(limits.group.readOnlyHours))),
})
export type GroupSettings = z.output<typeof groupSettings>

/** A user who asked to join by a link. */
export const groupRequest = z.object({ person: personCard, percent: z.nullable(z.int()), asked_at: isoDate })
export type GroupRequest = z.output<typeof groupRequest>

/** A group with its members: owner first, then admins, then members, then invited users. Members that a block hides are left out. */
export const group = z.object({
  chat_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  avatar_url: z.nullable(z.string()),
  role: groupRole,
  members: z.array(groupMember),
  settings: groupSettings,
  /** Open requests to join, for the owner and admins; the earliest first. */
  requests: z.array(groupRequest),
  /** The viewer is invited, and has blocked one of the members. */
  has_blocked: z.boolean(),
})
export type Group = z.output<typeof group>

/** An invitation by link, for the owner and admins. It ends when it expires, and when nobody can join with it any more. */
export const groupLink = z.object({ id: z.uuid(), code: z.string(), expires_at: isoDate, uses_left: z.int() })
export type GroupLink = z.output<typeof groupLink>

/** What a visitor with a link sees before signing in. `invited_by`: the name of the user who made the link, if they are still a member. */
export const openGroupInvitation = z.object({
  chat_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** Works without a session, while the link is valid. */
  avatar_url: z.nullable(z.string()),
  members: z.int(),
  needs_approval: z.boolean(),
  invited_by: z.nullable(z.string()),
})
export type OpenGroupInvitation = z.output<typeof openGroupInvitation>

/** What a user with a link sees before joining. `has_blocked`: the user has blocked one of the members. */
export const groupInvitation = z.object({
  chat_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  avatar_url: z.nullable(z.string()),
  members: z.int(),
  has_joined: z.boolean(),
  has_blocked: z.boolean(),
  /** Users ask to join, and the owner or an admin lets them in. */
  needs_approval: z.boolean(),
  /** The viewer has asked to join and waits. A declined request looks the same. */
  has_asked: z.boolean(),
  /** The user who made the link; null if they aren't a member or the viewer may not see them. */
  invited_by: z.nullable(personCard),
  /** The viewer's match with that user, if they show it. */
  percent: z.nullable(z.int()),
})
export type GroupInvitation = z.output<typeof groupInvitation>

/** The events of a group; see `groupEvent`. */
export const groupEventKind = z.enum([
  'created',
  'joined',
  'admitted',
  'left',
  'removed',
  'renamed',
  'described',
  'pictured',
  'made_admin',
  'ended_admin',
  'made_owner',
])
export type GroupEventKind = z.output<typeof groupEventKind>

/**
 * A change of a group or its members. It is shown after the message with the sequence number `after_seq`, and has no number itself. `actor`
 * is null if no other user did it, or if a block hides them. Events about hidden members are left out.
 */
export const groupEvent = z.object({
  id: z.int(),
  after_seq: z.int(),
  kind: groupEventKind,
  actor: z.nullable(personCard),
  /** The member that the event is about; null if it is about the group. */
  subject: z.nullable(personCard),
  /** The new name of a renamed group. */
  name: z.nullable(z.string()),
  at: isoDate,
})
export type GroupEvent = z.output<typeof groupEvent>

const chatId = z.object({ chatId: z.uuid() })
const ofCode = z.object({ code: z.string().check(z.regex(/^[\w-]{1,40}$/)) })
const memberOf = z.object({ chatId: z.uuid(), uid })
const name = freeText(limits.group.name)
const description = freeText(limits.group.description)
/** The id of one of the caller's own pictures; null removes the picture. */
const picture = z.nullable(z.uuid())

export const groupCalls = {
  createGroup: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups',
    summary: 'Create a group; the given buddies are invited. A repeated id returns the existing one',
    body: z.object({
      id: z.optional(z.uuid()),
      name,
      description: z._default(description, ''),
      picture: z._default(picture, null),
      uids: z.array(uid).check(z.maxLength(limits.group.members - 1)),
    }),
    response: chatRow,
  }),
  getGroup: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/groups/:chatId',
    summary: 'A group and its members, for members and invited users',
    params: chatId,
    response: group,
  }),
  getGroupEvents: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/groups/:chatId/events',
    summary: 'The latest changes of a group and its members, the earliest first; for members',
    params: chatId,
    response: z.object({ events: z.array(groupEvent) }),
  }),
  editGroup: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId',
    summary: 'Change the name, description, picture or settings of a group; for its owner and admins',
    params: chatId,
    body: z.object({
      name: z.optional(name),
      description: z.optional(description),
      picture: z.optional(picture),
      settings: z.optional(groupSettings),
    }),
    response: group,
  }),
  inviteToGroup: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/members',
    summary: 'Invite buddies of the caller; they join when they accept',
    params: chatId,
    body: z.object({ uids: z.array(uid).check(z.minLength(1), z.maxLength(limits.group.members - 1)) }),
    response: group,
  }),
  removeFromGroup: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/groups/:chatId/members/:uid',
    summary: 'Remove a member or withdraw an invitation; for the owner, admins, and the sender of the invitation',
    params: memberOf,
    response: group,
  }),
  setGroupRole: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/members/:uid/role',
    summary: 'Make a member an admin, a member or the owner; for the owner',
    params: memberOf,
    body: z.object({ role: z.enum(['owner', 'admin', 'member']) }),
    response: group,
  }),
  allowToWrite: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/members/:uid/write',
    summary: 'Let a member who only reads write; for the owner and admins',
    params: memberOf,
    response: group,
  }),
  answerGroupRequest: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/requests/:uid',
    summary: 'Let a user who asked into the group, or decline without informing them; for the owner and admins',
    params: memberOf,
    body: z.object({ accept: z.boolean() }),
    response: group,
  }),
  getGroupLinks: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/groups/:chatId/links',
    summary: 'The invitation links of a group, for its owner and admins',
    params: chatId,
    response: z.object({ links: z.array(groupLink) }),
  }),
  createGroupLink: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/links',
    summary: 'Create an invitation link, for the owner and admins',
    params: chatId,
    body: z.object({
      hours: z.int().check(z.minimum(limits.group.linkHours.min), z.maximum(limits.group.linkHours.max)),
      uses: z.int().check(z.minimum(1), z.maximum(limits.group.members)),
    }),
    response: groupLink,
  }),
  withdrawGroupLink: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/groups/:chatId/links/:linkId',
    summary: 'Withdraw an invitation link, for the owner and admins',
    params: z.object({ chatId: z.uuid(), linkId: z.uuid() }),
    response: z.object({ links: z.array(groupLink) }),
  }),
  getGroupInvitation: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/group-invitations/:code',
    summary: 'The group that a link invites to, except for users who were removed from it',
    params: ofCode,
    response: groupInvitation,
  }),
  getOpenGroupInvitation: defineCall({
    method: 'GET',
    area: 'public',
    path: '/group-invitations/:code',
    summary: 'The group that a link invites to, for visitors who have the link',
    params: ofCode,
    response: openGroupInvitation,
  }),
  joinGroup: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/group-invitations/:code/join',
    summary: 'Join a group by its link, except for users who were removed from it',
    params: ofCode,
    response: chatRow,
  }),
  askToJoinGroup: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/group-invitations/:code/ask',
    summary: 'Ask to join a group whose new members need approval',
    params: ofCode,
    response: groupInvitation,
  }),
  withdrawGroupRequest: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/group-invitations/:code/ask',
    summary: 'Withdraw a request to join',
    params: ofCode,
    response: z.object({}),
  }),
  leaveGroup: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/leave',
    summary: 'Leave a group; if the owner leaves, the oldest admin or member becomes owner',
    params: chatId,
    response: z.object({}),
  }),
}
