import { useState, useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { momentCalls, type Moment, type MomentComment } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { CommentForm } from '../comments/CommentForm.tsx'
import { CommentList } from '../comments/CommentList.tsx'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { useCallPages } from '#web/platform/query-pages.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { MomentActions } from './MomentActions.tsx'
import { MomentCard } from './MomentCard.tsx'
import { FeedSkeleton } from './MomentFeed.tsx'
import { MomentMenu } from './MomentMenu.tsx'
import { seedFromFeeds } from '../moments.cache.ts'
import { unhideMoment } from '../moments.hiding.ts'
import { useRemovals } from '../moments.removals.ts'
import { useShownMoment } from '../moments.shown.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import './MomentLayer.css'

export type MomentLayerProps = {
  id: string
  /** The comment author; null until loaded. */
  me: PersonCard | null
  /** Starts with the focus in the comment field. */
  isCommenting: boolean
  onClose: () => void
}

/** One moment with its comments, over the feed. Load it lazily: it includes the overlay. */
export function MomentLayer({ id, me, isCommenting, onClose }: MomentLayerProps) {
  const { i18n } = useLingui()
  const isNarrow = useIsNarrow()
  useReturnFocus(id)
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      fullScreen={isNarrow}
      className="wl-layer"
      title={i18n._({ id: 'moments.layer', message: 'Moment' })}
    >
      <LayerContent id={id} me={me} isCommenting={isCommenting} onClose={onClose} />
    </Modal>
  )
}

function LayerContent({ id, me, isCommenting, onClose }: MomentLayerProps) {
  const { i18n } = useLingui()
  // Runs before the first fetch, so that the feed's data shows at once.
  useState(() => seedFromFeeds(id))
  const isLeaving = useRemovals((state) => state.hidden.has(id))
  const { data: moment, error, refetch } = useCall(momentCalls.getMoment, { params: { id } })
  const kind = error?.failure.code === 'invalid_input' ? 'missing' : error?.failure.kind
  if (kind === 'missing' || (moment?.mine && isLeaving)) {
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={onClose}>
            {i18n._({ id: 'moments.layer.back', message: 'Back to the moments' })}
          </Button>
        }
      >
        {i18n._({ id: 'moments.layer.gone', message: 'This moment isn’t available. It was deleted, or it isn’t shared with you.' })}
      </EmptyState>
    )
  }
  if (!moment) return kind ? <ErrorState kind={kind} onRetry={() => void refetch()} /> : <FeedSkeleton />
  if (moment.hidden) return <HiddenMoment id={id} />
  return <OpenMoment moment={moment} me={me} isCommenting={isCommenting} onGone={onClose} />
}

function HiddenMoment({ id }: { id: string }) {
  const { i18n } = useLingui()
  return (
    <EmptyState
      action={
        <Button variant="default" onClick={() => void unhideMoment(id)}>
          {i18n._({ id: 'moments.layer.unhide', message: 'Show it again' })}
        </Button>
      }
    >
      {i18n._({ id: 'moments.layer.hidden', message: 'You’ve hidden this moment.' })}
    </EmptyState>
  )
}

type OpenMomentProps = Pick<MomentLayerProps, 'me' | 'isCommenting'> & { moment: Moment; onGone: () => void }

function OpenMoment({ moment: stored, me, isCommenting, onGone }: OpenMomentProps) {
  const { i18n } = useLingui()
  const moment = useShownMoment(stored)
  const now = useNow()
  const [showsLikes, setShowsLikes] = useState(false)
  const [replyTo, setReplyTo] = useState<NonNullable<MomentComment['reply_to']> | null>(null)
  return (
    <div className="wl-layer-moment">
      <MomentCard
        moment={moment}
        now={now}
        heading="h3"
        isWhole
        menu={<MomentMenu moment={moment} onGone={onGone} />}
        actions={<MomentActions moment={moment} />}
      />
      {moment.likes > 0 && (
        <button type="button" className="wl-layer-likes wl-small" aria-expanded={showsLikes} onClick={() => setShowsLikes(!showsLikes)}>
          {i18n._({
            id: 'moments.likes.count',
            message: '{count, plural, one {# person likes this} other {# people like this}}',
            values: { count: moment.likes },
          })}
        </button>
      )}
      {showsLikes && <LikesList momentId={moment.id} />}
      <h3 className="wl-layer-title">{i18n._({ id: 'moments.comments', message: 'Comments' })}</h3>
      <CommentList momentId={moment.id} link={moment.link} onReply={({ id, author }) => setReplyTo({ id, author })} />
      {me && <CommentForm moment={moment} me={me} isFocused={isCommenting} replyTo={replyTo} onReplied={() => setReplyTo(null)} />}
    </div>
  )
}

/** The users who like a moment, latest first. */
function LikesList({ momentId }: { momentId: string }) {
  const { i18n } = useLingui()
  // Refetched each time the list is opened.
  const likes = useCallPages(momentCalls.getLikes, { params: { id: momentId } }, 0)
  if (likes.status === 'loading') return <Skeleton width="60%" />
  if (likes.status === 'failed') return <ErrorState kind={likes.failure.kind} onRetry={likes.retry} />
  return (
    <>
      <ul className="wl-people" aria-label={i18n._({ id: 'moments.likes', message: 'Who likes this' })}>
        {likes.pages
          .flatMap((page) => page.people)
          .map((person) => (
            <PersonRow key={person.uid} person={person} />
          ))}
      </ul>
      {likes.more && (
        <Button variant="default" loading={likes.more.isLoading} onClick={likes.more.load}>
          {i18n._({ id: 'moments.likes.more', message: 'Show more' })}
        </Button>
      )}
    </>
  )
}

/** Restores the focus on unmount to the element focused before, or else to the moment's card. */
function useReturnFocus(momentId: string): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const card = document.querySelector<HTMLElement>(`[data-moment="${CSS.escape(momentId)}"] > article`)
      const had = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : card
      had?.focus({ preventScroll: true })
    },
    [before, momentId],
  )
}
