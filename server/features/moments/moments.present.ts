import type { Uid } from '#contract/base/ids.ts'
import type { Mention, Moment, MomentComment, QuotedMoment } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { ViewedMoment, ViewedComment } from './moments.types.ts'

export type MomentContext = {
  author: PersonCard
  viewer: Uid
  isBuddy: boolean
  percent: number | null
  pictures: UploadedPicture[]
  mentions: Mention[]
} & {
  /** Undefined for moments that quote none; null if the original is not visible. */
  quoted: QuotedMoment | null | undefined
}

export function presentMoment(
  moment: ViewedMoment,
  { author, viewer, isBuddy, percent, pictures, mentions, quoted }: MomentContext,
): Moment {
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
    ...(quoted === undefined ? {} : { quoted }),
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(moment.bookmarked ? { bookmarked: true } : {}),
  }
}

/** A moment inside of one that quotes it. */
export function presentQuoted(moment: ViewedMoment, author: PersonCard, pictures: UploadedPicture[]): QuotedMoment {
  const { id, text, link, postedAt } = moment
  return { id, author, text, link, pictures, posted_at: postedAt.toISOString() }
}

export type CommentContext = {
  author: PersonCard
  viewer: Uid
  ofMoment: Uid
  mentions: Mention[]
  repliedTo: { id: string; author: PersonCard } | null
}

export function presentComment(comment: ViewedComment, { author, viewer, ofMoment, mentions, repliedTo }: CommentContext): MomentComment {
  const isMine = comment.author === viewer
  return {
    id: comment.id,
    author,
    text: comment.text,
    posted_at: comment.postedAt.toISOString(),
    mine: isMine,
    can_delete: isMine || ofMoment === viewer,
    likes: comment.likes,
    liked: comment.liked,
    ...(comment.replyTo === null ? {} : { reply_to: repliedTo }),
    ...(mentions.length > 0 ? { mentions } : {}),
  }
}
