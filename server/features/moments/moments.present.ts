import type { Uid } from '#contract/base/ids.ts'
import type { Moment, MomentComment } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { ViewedMoment, StoredComment } from './moments.types.ts'

export type MomentContext = { author: PersonCard; viewer: Uid; isBuddy: boolean; percent: number | null; pictures: UploadedPicture[] }

export function presentMoment(moment: ViewedMoment, { author, viewer, isBuddy, percent, pictures }: MomentContext): Moment {
  return {
    id: moment.id,
    author,
    text: moment.text,
    link: moment.link,
    pictures,
    audience: moment.audience,
    posted_at: moment.postedAt.toISOString(),
    edited_at: moment.editedAt?.toISOString() ?? null,
    likes: moment.likes,
    liked: moment.liked,
    comments: moment.comments,
    mine: moment.author === viewer,
    hidden: moment.hidden,
    is_buddy: isBuddy,
    match_percent: percent,
  }
}

/** @param ofMoment the author of the moment */
export function presentComment(comment: StoredComment, author: PersonCard, viewer: Uid, ofMoment: Uid): MomentComment {
  const isMine = comment.author === viewer
  return {
    id: comment.id,
    author,
    text: comment.text,
    posted_at: comment.postedAt.toISOString(),
    mine: isMine,
    can_delete: isMine || ofMoment === viewer,
  }
}
