import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { cursor, empty, isoDate, queryNumber, uid, uuidv7 } from './base/ids.ts'
import { limits } from './limits.ts'
import { linkRecord } from './links.ts'
import { audience, personCard } from './people.ts'
import { viewAs } from './profiles.ts'
import { pictureChoices, uploadedPicture } from './uploads.ts'
import { postText } from './base/text.ts'

export const moment = z.object({
  id: z.uuid(),
  author: personCard,
  text: z.string(),
  /** The first link of a supported platform in the text. */
  link: z.nullable(linkRecord),
  pictures: z.array(uploadedPicture),
  audience,
  posted_at: isoDate,
  /** When the text was last edited, or null. */
  edited_at: z.nullable(isoDate),
  likes: z.int(),
  liked: z.boolean(),
  comments: z.int(),
  mine: z.boolean(),
  /** The viewer has hidden it from their feeds. */
  hidden: z.boolean(),
  is_buddy: z.boolean(),
  /** The match of author and viewer, for strangers who show it; otherwise null. */
  match_percent: z.nullable(z.int()),
})
export type Moment = z.output<typeof moment>

export const momentComment = z.object({
  id: z.uuid(),
  author: personCard,
  text: z.string(),
  posted_at: isoDate,
  mine: z.boolean(),
  /** The author of the comment and the author of the moment may delete it. */
  can_delete: z.boolean(),
})
export type MomentComment = z.output<typeof momentComment>

/** `buddies`: moments of the viewer and of buddies. `wavelength`: public moments of people with similar taste. */
export const feedTab = z.enum(['buddies', 'wavelength'])
export type FeedTab = z.output<typeof feedTab>

const text = postText(limits.moment.max)
const ofMoment = z.object({ id: z.uuid() })
const ofComment = z.object({ id: z.uuid(), commentId: z.uuid() })
const page = { cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }

export const momentCalls = {
  getFeed: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments',
    summary: 'Moments newest first: a tab of the feed, one person’s with `uid`, or about an item with `item`',
    query: z.object({ uid: z.optional(uid), item: z.optional(z.uuid()), tab: z.optional(feedTab), as: viewAs, ...page }),
    answer: z.object({ moments: z.array(moment), next: z.nullable(cursor) }),
  }),
  getMoment: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments/:id',
    summary: 'One moment',
    params: ofMoment,
    answer: moment,
  }),
  postMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments',
    summary: 'Post a moment: text, pictures or both',
    body: z.object({
      /** Created by the client: posting it again after a lost response returns the existing moment. */
      id: z.optional(uuidv7),
      text,
      audience: z._default(audience, 'everyone'),
      /** Previously uploaded pictures, in order. */
      pictures: z._default(pictureChoices, []),
    }),
    answer: moment,
  }),
  editMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id',
    summary: 'Change the text of one’s own moment, which marks it as edited, or its audience',
    params: ofMoment,
    body: z.object({ text: z.optional(text), audience: z.optional(audience) }),
    answer: moment,
  }),
  deleteMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id',
    summary: 'Delete one’s own moment',
    params: ofMoment,
    answer: empty,
  }),
  likeMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/like',
    summary: 'Like a moment; idempotent',
    params: ofMoment,
    answer: moment,
  }),
  unlikeMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/like',
    summary: 'Remove a like',
    params: ofMoment,
    answer: moment,
  }),
  getLikes: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments/:id/likes',
    summary: 'Who likes a moment, the latest first',
    params: ofMoment,
    query: z.object(page),
    answer: z.object({ people: z.array(personCard), next: z.nullable(cursor) }),
  }),
  hideMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/hide',
    summary: 'Hide this moment from the viewer’s feeds; idempotent',
    params: ofMoment,
    answer: empty,
  }),
  unhideMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/hide',
    summary: 'Show a hidden moment again',
    params: ofMoment,
    answer: empty,
  }),
  getComments: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments/:id/comments',
    summary: 'Comments of a moment, the oldest first',
    params: ofMoment,
    query: z.object(page),
    answer: z.object({ comments: z.array(momentComment), next: z.nullable(cursor) }),
  }),
  postComment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/comments',
    summary: 'Comment on a moment',
    params: ofMoment,
    body: z.object({
      /** As for a moment: a repeat returns the existing comment. */
      id: z.optional(uuidv7),
      text: postText(limits.comment.max),
    }),
    answer: momentComment,
  }),
  deleteComment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/comments/:commentId',
    summary: 'Delete one’s own comment, or any on one’s own moment',
    params: ofComment,
    answer: empty,
  }),
}

export const momentFrames = {
  /** A buddy has posted. The server decides whether the receiver sees it when the feed is loaded. */
  new_moment: defineFrame('new_moment', z.object({ id: z.uuid(), author: uid })),
  /** Its text or its audience changed. The client loads it again. */
  moment_changed: defineFrame('moment_changed', z.object({ id: z.uuid() })),
  /** The number of likes, without people hidden from the receiver. */
  moment_likes: defineFrame('moment_likes', z.object({ id: z.uuid(), likes: z.int() })),
  /** A comment was added or removed. The client loads the moment again, because the count depends on the viewer. */
  moment_comments: defineFrame('moment_comments', z.object({ id: z.uuid() })),
  /** It was deleted or hidden. */
  moment_gone: defineFrame('moment_gone', z.object({ id: z.uuid() })),
}
