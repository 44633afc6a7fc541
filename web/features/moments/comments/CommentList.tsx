import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowBackUp, IconFlag, IconHeart, IconHeartFilled, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { LinkRecord } from '#contract/links/links.ts'
import { secondsOf } from '#web/features/media/items/SecondButton.tsx'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { LinkedText } from '#web/features/links/LinkedText.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingLabel, PersonSkeleton } from '#web/ui/Skeleton.tsx'
import { commentsQuery, type ShownComment } from './comments.cache.ts'
import { setCommentLiked } from './comments.commands.ts'
import { focusAfterRowRemoval } from '../feed/focus-after.ts'
import { removeComment, commentRemoval, useRemovals } from '../moments.removals.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import './CommentList.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagedList } from '#web/platform/paged-list.ts'

const ReportDialog = lazyPart(async () => (await import('#web/features/connections/ReportDialog.tsx')).ReportDialog)

/** A moment's comments, oldest first. Times in them play the moment's track or video from there. */
export function CommentList({ momentId, link, onReply }: { momentId: string; link: LinkRecord | null; onReply?: OnReply | undefined }) {
  const { i18n } = useLingui()
  const list = useComments(momentId)
  const now = useNow()
  if (list.status === 'loading') return <CommentsSkeleton />
  if (list.status === 'failed') return <ErrorState kind={list.failure.kind} onRetry={list.retry} />
  if (list.comments.length === 0 && !list.hasMore) {
    return <p className="wl-muted">{i18n._({ id: 'moments.comments.none', message: 'No comments yet.' })}</p>
  }
  return (
    <>
      <ul className="wl-comments" aria-label={i18n._({ id: 'moments.comments', message: 'Comments' })}>
        {list.comments.map((comment) => (
          <CommentRow key={comment.id} momentId={momentId} comment={comment} link={link} now={now} onReply={onReply} />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {i18n._({ id: 'moments.comments.more', message: 'Show more comments' })}
        </Button>
      )}
    </>
  )
}

type OnReply = (comment: ShownComment) => void
type CommentRowProps = { momentId: string; comment: ShownComment; link: LinkRecord | null; now: number; onReply?: OnReply | undefined }

function CommentRow({ momentId, comment, link, now, onReply }: CommentRowProps) {
  const { i18n } = useLingui()
  const { author, text, posted_at: postedAt, isSending, mentions, reply_to: replyTo } = comment
  const row = useRef<HTMLLIElement>(null)
  // Scrolls the author's new comment into view in long conversations.
  useEffect(() => {
    if (isSending) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSending])
  return (
    <li ref={row} className="wl-comment" tabIndex={-1} data-sending={isSending}>
      <Link to={`/profile/${author.uid}`} tabIndex={-1} aria-hidden className="wl-moment-face">
        <Avatar person={author} size={32} />
      </Link>
      <div className="wl-comment-main">
        <p className="wl-comment-head wl-small">
          <Link to={`/profile/${author.uid}`} className="wl-line wl-comment-name">
            {author.name}
          </Link>
          <span className="wl-dim">
            {'· '}
            {isSending ? (
              i18n._({ id: 'moments.comment.sending', message: 'Sending…' })
            ) : (
              <time dateTime={postedAt}>{relativeTime(postedAt, i18n.locale, now)}</time>
            )}
          </span>
        </p>
        {replyTo !== undefined && <ReplyNote replyTo={replyTo} />}
        <LinkedText text={text} renderSecond={secondsOf(link)} mentions={mentions} />
        {!isSending && <CommentReactions momentId={momentId} comment={comment} onReply={onReply} />}
      </div>
      {!isSending && <CommentActions momentId={momentId} comment={comment} />}
    </li>
  )
}

/** Names the author of the comment that this one replies to. */
function ReplyNote({ replyTo }: { replyTo: NonNullable<ShownComment['reply_to']> | null }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-comment-reply wl-dim wl-small">
      <IconArrowBackUp size={14} stroke={1.8} aria-hidden />
      {replyTo
        ? i18n._({ id: 'moments.comment.reply-to', message: 'Reply to {name}', values: { name: replyTo.author.name } })
        : i18n._({ id: 'moments.comment.reply-gone', message: 'Reply to a comment that isn’t available' })}
    </p>
  )
}

/** Like and reply, below a comment. */
function CommentReactions({ momentId, comment, onReply }: { momentId: string; comment: ShownComment; onReply?: OnReply | undefined }) {
  const { i18n } = useLingui()
  const { author, likes, liked } = comment
  return (
    <p className="wl-comment-reactions">
      <button
        type="button"
        className="wl-comment-reaction"
        aria-pressed={liked}
        aria-label={i18n._({
          id: 'moments.comment.like',
          message: '{count, plural, =0 {Like {name}’s comment} one {Like {name}’s comment, # like} other {Like {name}’s comment, # likes}}',
          values: { count: likes, name: author.name },
        })}
        onClick={() => void setCommentLiked(momentId, comment, !liked)}
      >
        {liked ? <IconHeartFilled size={16} aria-hidden /> : <IconHeart size={16} stroke={1.8} aria-hidden />}
        {likes > 0 && <span aria-hidden>{i18n.number(likes, { notation: 'compact' })}</span>}
      </button>
      {onReply && (
        <button
          type="button"
          className="wl-comment-reaction"
          aria-label={i18n._({ id: 'moments.comment.reply-to', message: 'Reply to {name}', values: { name: author.name } })}
          onClick={() => onReply(comment)}
        >
          {i18n._({ id: 'moments.comment.reply', message: 'Reply' })}
        </button>
      )}
    </p>
  )
}

function CommentActions({ momentId, comment }: { momentId: string; comment: ShownComment }) {
  const { i18n } = useLingui()
  const [isReporting, setIsReporting] = useState(false)
  const { id, author, mine, can_delete: canDelete } = comment
  const { name } = author
  const handleDelete = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const row = currentTarget.closest('li')
    if (row) focusAfterRowRemoval(row, () => document.querySelector<HTMLElement>('.wl-comment-form textarea'))
    removeComment(momentId, id)
  }
  return (
    <div className="wl-comment-actions">
      {!mine && (
        <ActionIcon
          icon={IconFlag}
          iconSize={16}
          size={32}
          aria-label={i18n._({ id: 'moments.comment.report', message: 'Report {name}’s comment', values: { name } })}
          onClick={() => setIsReporting(true)}
        />
      )}
      {canDelete && (
        <ActionIcon
          icon={IconTrash}
          iconSize={16}
          size={32}
          aria-label={i18n._({ id: 'moments.comment.delete', message: 'Delete {name}’s comment', values: { name } })}
          onClick={handleDelete}
        />
      )}
      {isReporting && <ReportDialog kind="comment" id={id} onClose={() => setIsReporting(false)} />}
    </div>
  )
}

function CommentsSkeleton() {
  const { i18n } = useLingui()
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'moments.comments.loading', message: 'Loading comments' })} />
      <div className="wl-skeleton-row" aria-hidden>
        <PersonSkeleton size={32} widths={['30%', '80%']} />
      </div>
    </>
  )
}

/** The comments of one moment, page by page, oldest first, without pending deletions. */
function useComments(momentId: string) {
  const hidden = useRemovals((state) => state.hidden)
  const query = useInfiniteQuery(commentsQuery(momentId))
  return pagedList(query, (pages) => ({
    comments: pages.flatMap((page) => page.comments).filter(({ id }) => !hidden.has(commentRemoval(momentId, id))),
  }))
}
