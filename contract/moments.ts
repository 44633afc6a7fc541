import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { cursor, empty, isoDate, queryNumber, uid, uuidv7 } from './base/ids.ts'
import { limits } from './limits.ts'
import { linkRecord } from './links.ts'
import { audience, personCard } from './people.ts'
import { seenAs } from './profiles.ts'
import { pictureChoices, uploadedPicture } from './uploads.ts'
import { postText } from './base/text.ts'

export const moment = z.object({
  id: z.uuid(),
  author: personCard,
  text: z.string(),
  /** The first link of the text that belongs to one of the five platforms. */
  link: z.nullable(linkRecord),
  pictures: z.array(uploadedPicture),
  audience,
  posted_at: isoDate,
  /** When its text was changed last; null for one that stands as it was posted. */
  edited_at: z.nullable(isoDate),
  likes: z.int(),
  liked: z.boolean(),
  comments: z.int(),
  mine: z.boolean(),
  /** The viewer wanted it out of their feeds. */
  hidden: z.boolean(),
  is_buddy: z.boolean(),
  /** How well author and viewer match, for strangers who show it; otherwise null. */
  match_percent: z.nullable(z.int()),
})
export type Moment = z.output<typeof moment>

export const momentComment = z.object({
  id: z.uuid(),
  author: personCard,
  text: z.string(),
  posted_at: isoDate,
  mine: z.boolean(),
  /** Its author and the moment's author may delete it. */
  can_delete: z.boolean(),
})
export type MomentComment = z.output<typeof momentComment>

/** `buddies`: the viewer's own and those of buddies. `wavelength`: public ones of people close in taste. */
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
    summary: 'Moments newest first: a tab of the feed, or one person’s with `uid`',
    query: z.object({ uid: z.optional(uid), tab: z.optional(feedTab), as: seenAs, ...page }),
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
      /** Made by the client: posting it again after a lost answer gives the moment that is there. */
      id: z.optional(uuidv7),
      text,
      audience: z._default(audience, 'everyone'),
      /** Pictures that were uploaded before, in order. */
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
    summary: 'Like a moment; twice is harmless',
    params: ofMoment,
    answer: moment,
  }),
  unlikeMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/like',
    summary: 'Take a like back',
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
    summary: 'Never show me this moment again; twice is harmless',
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
      /** As for a moment: a repeat gives the comment that is there. */
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
  /** A buddy has posted. Whether it belongs into somebody's feed the server tells when the feed is read. */
  new_moment: defineFrame('new_moment', z.object({ id: z.uuid(), author: uid })),
  /** Its words or its audience are others now. What of it is for somebody the server tells when it is read again. */
  moment_changed: defineFrame('moment_changed', z.object({ id: z.uuid() })),
  /** So many people like it now, without those whom the reader may not meet. */
  moment_likes: defineFrame('moment_likes', z.object({ id: z.uuid(), likes: z.int() })),
  /** Somebody has said something about it, or a comment is gone. How many there are for somebody the server tells when it is read again. */
  moment_comments: defineFrame('moment_comments', z.object({ id: z.uuid() })),
  /** It is nowhere any more. */
  moment_gone: defineFrame('moment_gone', z.object({ id: z.uuid() })),
}
