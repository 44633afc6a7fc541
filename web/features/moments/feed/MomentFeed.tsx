import { useEffect, useRef, type ReactNode, type KeyboardEvent, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { WindowVirtualizer, type CustomContainerComponentProps, type CustomItemComponentProps, type WindowVirtualizerHandle } from 'virtua'
import type { Moment } from '#contract/moments.ts'
import { preloadLinkCard } from '#web/features/links/LinkCard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MemoryOnlyHint } from '#web/ui/MemoryOnlyHint.tsx'
import { ListEnd } from '#web/ui/ListEnd.tsx'
import { pressable } from '#web/ui/pressable.ts'
import { LoadingLabel, PersonSkeleton, Skeleton } from '#web/ui/Skeleton.tsx'
import { IconCloudOff } from '@tabler/icons-react'
import { MomentActions, MomentActionsPlaceholder } from './MomentActions.tsx'
import { MomentCard } from './MomentCard.tsx'
import { MomentMenu } from './MomentMenu.tsx'
import { useDeletedMoments } from '../moments.live.ts'
import { waitingMessage } from '../moments.messages.ts'
import { pendingKey, stopWaiting, type PendingMoment } from '../moments.pending.ts'
import { usePendingState } from '../moments.shown.ts'
import './FeedCard.css'
import type { Feed } from '../moments.api.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import './MomentFeed.css'

const STEPS: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
/** Elements with their own letter and arrow keys. */
const KEYBOARD_CONTROLS = 'input, textarea, select, [contenteditable], [role="menu"], [role="radiogroup"]'

/** Keys of a focused feed: j and k (on a card also the arrows) go to the next and previous card, Enter on a card opens it. */
function useCardKeys(
  list: RefObject<WindowVirtualizerHandle | null>,
  moments: readonly Moment[],
  onOpen: ((moment: Moment) => void) | undefined,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const target = event.target instanceof Element ? event.target : null
    const card = target?.closest('[data-moment]')
    if (!target || !card || target.closest(KEYBOARD_CONTROLS) || event.ctrlKey || event.metaKey || event.altKey) return
    const index = moments.findIndex(({ id }) => id === card.getAttribute('data-moment'))
    const isOnCard = target.parentElement === card
    const moment = moments[index]
    if (event.key === 'Enter' && isOnCard && moment && onOpen) {
      event.preventDefault()
      onOpen(moment)
      return
    }
    const step = STEPS[event.key]
    const next = step && (isOnCard || !event.key.startsWith('Arrow')) ? moments[index + step] : undefined
    if (!next || step === undefined) return
    event.preventDefault()
    list.current?.scrollToIndex(index + step, { align: 'nearest' })
    focusCard(event.currentTarget, next.id)
  }
}

/** Focuses a card, which may render only in the next frame. */
function focusCard(feed: HTMLElement, id: string, again = true): void {
  const card = feed.querySelector<HTMLElement>(`[data-moment="${CSS.escape(id)}"] > article`)
  if (card) {
    card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest' })
  } else if (again) {
    requestAnimationFrame(() => requestAnimationFrame(() => focusCard(feed, id, false)))
  }
}

/** The approximate card height, used until cards are measured. */
const CARD_PX = 260
/** The number of cards in the first, interruptible render; the list then measures the window and renders the rest. */
const FIRST_CARDS = 4

export type MomentFeedProps = {
  feed: Feed
  empty: ReactNode
  /** Opens a moment with its comments. Without it the cards are read-only. */
  onOpen?: (moment: Moment) => void
}

/** A virtual list of moments, newest first; further pages load at the end. */
export function MomentFeed({ feed, empty, onOpen }: MomentFeedProps) {
  const { i18n } = useLingui()
  const now = useNow()
  const list = useRef<WindowVirtualizerHandle>(null)
  const moments = feed.status === 'ready' ? feed.moments : []
  const handleKey = useCardKeys(list, moments, onOpen)
  useEffect(preloadLinkCard, [])
  if (feed.status === 'loading') return <FeedSkeleton />
  if (feed.status === 'failed') return <ErrorState kind={feed.failure.kind} onRetry={feed.retry} />
  if (feed.moments.length === 0 && !feed.hasMore) return empty
  return (
    <>
      {/* Keys move between cards; links and buttons inside keep their own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="wl-feed-frame" onKeyDown={handleKey}>
        <WindowVirtualizer ref={list} as={List} item={Item} data={feed.moments} itemSize={CARD_PX} ssrCount={FIRST_CARDS}>
          {(moment) => (
            <div key={moment.id} className="wl-feed-card" data-moment={moment.id}>
              {onOpen ? <FeedCard moment={moment} now={now} /> : <MomentCard moment={moment} now={now} heading="h2" />}
            </div>
          )}
        </WindowVirtualizer>
      </div>
      {feed.hasMore && (
        <ListEnd
          list={feed}
          more={i18n._({ id: 'moments.more', message: 'Show older' })}
          failed={i18n._({ id: 'moments.more.failed', message: 'Couldn’t load older moments.' })}
        />
      )}
    </>
  )
}

function List({ ref, style, children }: CustomContainerComponentProps) {
  const { i18n } = useLingui()
  return (
    <ul
      ref={ref}
      className="wl-feed"
      style={pressable(style)}
      aria-label={i18n._({ id: 'moments.feed', message: 'Moments, newest first' })}
    >
      {children}
    </ul>
  )
}

function Item({ ref, style, index, children }: CustomItemComponentProps) {
  return (
    // The virtual list renders few items and its length is unknown, so screen readers get the position.
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={-1}>
      {children}
    </li>
  )
}

export function FeedSkeleton() {
  const { i18n } = useLingui()
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'moments.loading', message: 'Loading moments' })} />
      <div className="wl-feed-frame" aria-hidden>
        {Array.from({ length: 3 }, (_, index) => (
          <div className="wl-feed-card wl-feed-skeleton" key={index}>
            <div className="wl-skeleton-row">
              <PersonSkeleton size={40} widths={['40%', '25%']} />
            </div>
            <Skeleton width={`${90 - index * 20}%`} />
            {index !== 1 && <Skeleton shape="block" height={90} />}
          </div>
        ))}
      </div>
    </>
  )
}

/** One moment in a feed, with its actions once it is posted. */
function FeedCard({ moment, now }: { moment: Moment; now: number }) {
  const outgoing = usePendingState(moment.id)
  const goneHeight = useDeletedMoments(({ gone }) => gone.get(moment.id))
  if (goneHeight !== undefined) return <DeletedPlaceholder height={goneHeight} />
  if (outgoing?.kind === 'post') {
    return (
      <MomentCard
        moment={moment}
        now={now}
        heading="h2"
        status={<PendingStatus of={outgoing} />}
        actions={<PendingActions of={outgoing} />}
      />
    )
  }
  return (
    <MomentCard
      moment={moment}
      now={now}
      heading="h2"
      status={outgoing && <PendingStatus of={outgoing} />}
      menu={<MomentMenu moment={moment} />}
      actions={<MomentActions moment={moment} />}
    />
  )
}

/** Replaces a moment that its author deleted while it was visible, with the same height so that nothing moves. */
function DeletedPlaceholder({ height }: { height: number | null }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-gone wl-muted" style={height === null ? undefined : { minHeight: height }}>
      {i18n._({ id: 'moments.refused.gone', message: 'This moment is no longer here.' })}
    </p>
  )
}

/** The sending status in a few words. */
function PendingStatus({ of: { kind, state } }: { of: PendingMoment }) {
  const { i18n } = useLingui()
  if (state === 'waiting') {
    return (
      <span className="wl-standing">
        <IconCloudOff size={14} stroke={1.8} aria-hidden />
        {i18n._({ id: 'moments.waiting', message: 'Waiting for the connection' })}
      </span>
    )
  }
  return kind === 'post' ? i18n._({ id: 'moments.posting', message: 'Posting…' }) : i18n._({ id: 'moments.saving', message: 'Saving…' })
}

/** Actions of an unposted moment: none while it is sent, but their space is reserved. */
function PendingActions({ of: { moment, state } }: { of: PendingMoment }) {
  const { i18n } = useLingui()
  if (state !== 'waiting') return <MomentActionsPlaceholder />
  return (
    <div className="wl-waiting">
      <p className="wl-muted wl-small">{waitingMessage(i18n)}</p>
      <MemoryOnlyHint name={pendingKey(moment.author.uid)} />
      <Button variant="default" size="sm" onClick={() => stopWaiting(moment.id)}>
        {i18n._({ id: 'moments.waiting.back', message: 'Back to the composer' })}
      </Button>
    </div>
  )
}
