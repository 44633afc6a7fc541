import type { Uid } from '#contract/base/ids.ts'
import type { LinkRecord } from '#contract/links.ts'
import type { Audience } from '#contract/people.ts'

export type StoredMoment = { id: string; author: Uid; text: string; link: LinkRecord | null; audience: Audience; postedAt: Date }
/** A moment with the fields that depend on the viewer. */
export type ViewedMoment = StoredMoment & { editedAt: Date | null; likes: number; liked: boolean; comments: number; hidden: boolean }
export type StoredComment = { id: string; momentId: string; author: Uid; text: string; postedAt: Date }
/** The last row of a page. */
export type PageEnd = { postedAt: Date; id: string }

export type MomentTables = {
  moments: {
    id: string
    author_uid: Uid
    text: string
    link: LinkRecord | null
    audience: Audience
    posted_at: Date
    edited_at: Date | null
    taken_down_at: Date | null
  }
  moment_likes: { moment_id: string; uid: Uid; liked_at: Date }
  moment_hides: { uid: Uid; moment_id: string; hidden_at: Date }
  moment_comments: { id: string; moment_id: string; author_uid: Uid; text: string; posted_at: Date; taken_down_at: Date | null }
}
