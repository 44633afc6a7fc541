import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { momentCalls, type Moment } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Modal } from '#web/ui/inputs/Modal.ts'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { CommentForm } from '../comments/CommentForm.tsx'
import { CommentList } from '../comments/CommentList.tsx'
import { LikesList } from './LikesList.tsx'
import { MomentActions } from './MomentActions.tsx'
import { MomentCard } from './MomentCard.tsx'
import { FeedSkeleton } from './MomentFeed.tsx'
import { MomentMenu } from './MomentMenu.tsx'
import { rememberFromFeeds } from '../moments.cache.ts'
import { unhideMoment } from '../moments.hiding.ts'
import { useRemovals } from '../moments.removals.ts'
import { useShownMoment } from '../moments.shown.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useReturnFocus } from './use-return-focus.ts'
import './MomentLayer.css'

export type MomentLayerProps = {
  id: string
  /** Who comments; null until it is known. */
  me: PersonCard | null
  onClose: () => void
}

/** One moment with its comments, over a feed that stays where it is. Load it lazily: it brings the overlay with it. */
export function MomentLayer({ id, me, onClose }: MomentLayerProps) {
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
      closeButtonProps={{ 'aria-label': i18n._({ id: 'dialog.close', message: 'Close' }) }}
    >
      <LayerContent id={id} me={me} onClose={onClose} />
    </Modal>
  )
}

function LayerContent({ id, me, onClose }: MomentLayerProps) {
  const { i18n } = useLingui()
  // Before the first reading, so that what the feed has stands there at once.
  useState(() => rememberFromFeeds(id))
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
        {i18n._({ id: 'moments.layer.gone', message: 'This moment isn’t here. It was deleted, or it is not for you.' })}
      </EmptyState>
    )
  }
  if (!moment) return kind ? <ErrorState kind={kind} onRetry={() => void refetch()} /> : <FeedSkeleton />
  if (moment.hidden) return <HiddenMoment id={id} />
  return <OpenMoment moment={moment} me={me} onGone={onClose} />
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
      {i18n._({ id: 'moments.layer.hidden', message: 'You have hidden this moment.' })}
    </EmptyState>
  )
}

function OpenMoment({ moment: stored, me, onGone }: { moment: Moment; me: PersonCard | null; onGone: () => void }) {
  const { i18n } = useLingui()
  const moment = useShownMoment(stored)
  const now = useNow()
  const [showsLikes, setShowsLikes] = useState(false)
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
      <CommentList momentId={moment.id} />
      {me && <CommentForm momentId={moment.id} me={me} />}
    </div>
  )
}
