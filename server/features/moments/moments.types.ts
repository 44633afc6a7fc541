import type { Uid } from '#contract/base/ids.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import type { Audience } from '#contract/people.ts'
import type { Columns } from '#server/platform/db/columns.ts'

export type StoredMoment = {
  id: string
  author: Uid
  text: string
  link: LinkRecord | null
  audience: Audience
  postedAt: Date
  quoteOf: string | null
}
/** A moment with the fields that depend on the viewer. */
export type ViewedMoment = StoredMoment & {
  editedAt: Date | null
  likes: number
  liked: boolean
  comments: number
  hidden: boolean
  bookmarked: boolean
}
export type StoredComment = { id: string; momentId: string; author: Uid; text: string; postedAt: Date; replyTo: string | null }
/** A comment with the fields that depend on the viewer. */
export type ViewedComment = StoredComment & { likes: number; liked: boolean }

export type MomentTables = {
  moments: Columns<Omit<StoredMoment, 'author'>> & { author_uid: Uid; edited_at: Date | null; taken_down_at: Date | null }
  moment_bookmarks: { uid: Uid; moment_id: string; saved_at: Date }
  moment_comment_likes: { comment_id: string; uid: Uid; liked_at: Date }
  moment_likes: { moment_id: string; uid: Uid; liked_at: Date }
  moment_hides: { uid: Uid; moment_id: string; hidden_at: Date }
  moment_comments: Columns<Omit<StoredComment, 'author'>> & { author_uid: Uid; taken_down_at: Date | null }
}

export type SharedLink = { id: string; author: Uid; link: LinkRecord; postedAt: Date }
