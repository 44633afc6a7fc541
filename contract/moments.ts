import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { cursor, empty, isoDate, queryNumber, uid, uuidv7 } from './base/ids.ts'
import { limits } from './limits.ts'
import { linkRecord } from './links/links.ts'
import { audience, personCard } from './people.ts'
import { viewAs } from './profiles.ts'
import { pictureChoices, uploadedPicture } from './uploads.ts'
import { postText } from './base/text.ts'

/** A user whom a text mentions as `@user_name`, without users hidden from the viewer. */
export const mention = z.object({ user_name: z.string(), uid })
export type Mention = z.output<typeof mention>

/** The moment that another one quotes or reposts, without what the viewer may not see. */
export const quotedMoment = z.object({
  id: z.uuid(),
  author: personCard,
  text: z.string(),
  link: z.nullable(linkRecord),
  pictures: z.array(uploadedPicture),
  posted_at: isoDate,
})
export type QuotedMoment = z.output<typeof quotedMoment>

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
  hidden: z.boolean(),
  is_buddy: z.boolean(),
  /** The match of author and viewer, for strangers who show it; otherwise null. */
  match_percent: z.nullable(z.int()),
  /** Only of quotes and reposts; null if the original is deleted or hidden from the viewer. */
  quoted: z.optional(z.nullable(quotedMoment)),
  mentions: z.optional(z.array(mention)),
  bookmarked: z.optional(z.boolean()),
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
  likes: z.int(),
  liked: z.boolean(),
  /** The comment that it replies to; null if that is deleted or hidden from the viewer. */
  reply_to: z.optional(z.nullable(z.object({ id: z.uuid(), author: personCard }))),
  mentions: z.optional(z.array(mention)),
})
export type MomentComment = z.output<typeof momentComment>

/**
 * `buddies`: moments of the viewer and of buddies. `wavelength`: public moments of people with similar taste. `bookmarks`: those that
 * the viewer has bookmarked, the latest bookmark first.
 */
export const feedTabs = ['buddies', 'wavelength', 'bookmarks'] as const
export const feedTab = z.enum(feedTabs)
export type FeedTab = z.output<typeof feedTab>

const text = postText(limits.moment.max)
const ofMoment = z.object({ id: z.uuid() })
const ofComment = z.object({ id: z.uuid(), commentId: z.uuid() })
const page = { cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }

/** The unposted text of a user on all their devices. `saved_at` is null if there is none. */
export const momentDraft = z.object({ text: z.string(), audience, saved_at: z.nullable(isoDate) })
export type MomentDraft = z.output<typeof momentDraft>

export const momentCalls = {
  getFeed: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments',
    summary: 'Moments newest first: a tab of the feed, one person’s with `uid`, or about an item with `item`',
    query: z.object({ uid: z.optional(uid), item: z.optional(z.uuid()), tab: z.optional(feedTab), as: viewAs, ...page }),
    response: z.object({ moments: z.array(moment), next: z.nullable(cursor) }),
  }),
  getMoment: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments/:id',
    summary: 'One moment',
    params: ofMoment,
    response: moment,
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
      /** The moment that it quotes; without text and pictures it is a repost. */
      quote_of: z.optional(z.uuid()),
    }),
    response: moment,
  }),
  getPostAlert: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/post-alert',
    summary: 'Whether the viewer gets a notification when this person posts',
    params: z.object({ uid }),
    response: z.object({ on: z.boolean() }),
  }),
  setPostAlert: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/profile/:uid/post-alert',
    summary: 'Get notifications when this person posts a moment that the viewer may see, or stop them; a block ends them',
    params: z.object({ uid }),
    body: z.object({ on: z.boolean() }),
    response: z.object({ on: z.boolean() }),
  }),
  getMomentDraft: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moment-draft',
    summary: 'The text that the caller has written and not posted, from any of their devices',
    response: momentDraft,
  }),
  saveMomentDraft: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moment-draft',
    summary: 'Save the unposted text for the caller’s other devices; an empty text deletes it',
    body: z.object({ text, audience }),
    response: momentDraft,
  }),
  editMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id',
    summary: 'Change the text of one’s own moment, which marks it as edited, or its audience',
    params: ofMoment,
    body: z.object({ text: z.optional(text), audience: z.optional(audience) }),
    response: moment,
  }),
  deleteMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id',
    summary: 'Delete one’s own moment',
    params: ofMoment,
    response: empty,
  }),
  likeMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/like',
    summary: 'Like a moment; idempotent',
    params: ofMoment,
    response: moment,
  }),
  unlikeMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/like',
    summary: 'Remove a like',
    params: ofMoment,
    response: moment,
  }),
  getLikes: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments/:id/likes',
    summary: 'Who likes a moment, the latest first',
    params: ofMoment,
    query: z.object(page),
    response: z.object({ people: z.array(personCard), next: z.nullable(cursor) }),
  }),
  hideMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/hide',
    summary: 'Hide this moment from the viewer’s feeds; idempotent',
    params: ofMoment,
    response: empty,
  }),
  unhideMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/hide',
    summary: 'Show a hidden moment again',
    params: ofMoment,
    response: empty,
  }),
  bookmarkMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/bookmark',
    summary: 'Bookmark a moment for the caller alone; idempotent',
    params: ofMoment,
    response: empty,
  }),
  removeBookmark: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/bookmark',
    summary: 'Remove a bookmark',
    params: ofMoment,
    response: empty,
  }),
  getComments: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments/:id/comments',
    summary: 'Comments of a moment, the oldest first',
    params: ofMoment,
    query: z.object(page),
    response: z.object({ comments: z.array(momentComment), next: z.nullable(cursor) }),
  }),
  postComment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/comments',
    summary: 'Comment on a moment',
    params: ofMoment,
    body: z.object({
      /** A request with the id of an existing comment returns that comment. */
      id: z.optional(uuidv7),
      text: postText(limits.comment.max),
      /** A comment of the same moment. */
      reply_to: z.optional(z.uuid()),
    }),
    response: momentComment,
  }),
  likeComment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/comments/:commentId/like',
    summary: 'Like a comment; idempotent',
    params: ofComment,
    response: momentComment,
  }),
  unlikeComment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/comments/:commentId/like',
    summary: 'Remove a like of a comment',
    params: ofComment,
    response: momentComment,
  }),
  deleteComment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/comments/:commentId',
    summary: 'Delete one’s own comment, or any on one’s own moment',
    params: ofComment,
    response: empty,
  }),
}

export const momentFrames = {
  /** A buddy, or the receiver on another page, has posted. The server decides whether the receiver sees it when the feed is loaded. */
  new_moment: defineFrame('new_moment', z.object({ id: z.uuid(), author: uid })),
  /** The text or audience changed, or the receiver liked, bookmarked, or hid it on another page (`by`). The client loads it again. */
  moment_changed: defineFrame('moment_changed', z.object({ id: z.uuid(), by: z.optional(z.nullable(z.uuid())) })),
  /** The number of likes, without people hidden from the receiver. */
  moment_likes: defineFrame('moment_likes', z.object({ id: z.uuid(), likes: z.int() })),
  /**
   * A comment was added, removed, or liked. The client loads the moment again, because the count depends on the viewer. Without
   * `comment`, any of them may have changed.
   */
  moment_comments: defineFrame('moment_comments', z.object({ id: z.uuid(), comment: z.optional(z.uuid()) })),
  /** The moment was deleted or hidden. */
  moment_gone: defineFrame('moment_gone', z.object({ id: z.uuid() })),
}
