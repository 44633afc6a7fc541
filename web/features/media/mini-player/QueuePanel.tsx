import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconGripVertical, IconPlayerPlayFilled, IconUsers, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type Timed, totalDuration } from '#contract/durations.ts'
import { linkAtSecond } from '#contract/links/link-position.ts'
import { recognizeLink } from '#contract/links/links.ts'
import { startTogether, togetherLabel, togetherLink } from '../together/together-entry.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { CreatorLink } from '../players/CreatorLink.tsx'
import { useNowPlaying } from '../players/now-playing.store.ts'
import { useReservedArea } from '#web/ui/panels/reserved-areas.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { focusAround, focusNeighbor } from '#web/ui/focus/focus-around.ts'
import { listMove, MoveStatus, type ListMove } from '#web/ui/MoveStatus.tsx'
import { useReorder } from '#web/ui/use-reorder.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Button } from '#web/ui/Button.tsx'
import { totalText } from '../items/length-text.ts'
import { closePanels, videoPicture } from '../items/play.ts'
import { fillDurations } from '../queue/fill-durations.ts'
import { playEntry } from '../queue/play-queue.ts'
import { addressOf, artworkIdOf, queue, useQueue } from '../queue/queue.store.ts'
import { currentOf, idOf, upcomingOf, type QueueEntry } from '../queue/queue.ts'
import './QueuePanel.css'

/** The queue: what plays, and what comes next. Rows are reordered by dragging or with the arrow keys. */
export function QueuePanel({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  const current = useQueue(currentOf)
  const all = useQueue()
  const upcoming = upcomingOf(all)
  const left = totalDuration(upcoming.map(timedOf))
  const [lastMove, setLastMove] = useState<ListMove | null>(null)
  const panel = useRef<HTMLDialogElement>(null)
  useEffect(() => void fillDurations(all), [all])
  const reserveArea = useReservedArea('side')
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = panel.current
    const opener = document.activeElement
    element?.focus({ preventScroll: true })
    const listen = (event: globalThis.KeyboardEvent) => {
      const dialog = document.activeElement?.closest('dialog, [role="dialog"]') ?? element
      if (event.key === 'Escape' && !event.defaultPrevented && dialog === element) close()
    }
    addEventListener('keydown', listen)
    return () => {
      removeEventListener('keydown', listen)
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  const ref = useCallback(
    (element: HTMLDialogElement | null) => {
      panel.current = element
      return reserveArea(element)
    },
    [reserveArea],
  )
  return (
    <dialog ref={ref} open className="wl-queue" aria-labelledby="wl-queue-title" tabIndex={-1}>
      <header className="wl-queue-bar">
        <h2 id="wl-queue-title">{i18n._({ id: 'mini.queue', message: 'Queue' })}</h2>
        <span className="wl-dim wl-small">
          {[
            i18n._({ id: 'queue.left', message: '{count, plural, one {# left} other {# left}}', values: { count: upcoming.length } }),
            ...(left ? [totalText(i18n, left)] : []),
          ].join(' · ')}
        </span>
        <ActionIcon icon={IconX} size={36} aria-label={i18n._({ id: 'queue.close', message: 'Close the queue' })} onClick={onClose} />
      </header>
      <div className="wl-queue-body">
        {current && (
          <>
            <h3>{i18n._({ id: 'queue.now', message: 'Now' })}</h3>
            <ul>
              <Row entry={current} isCurrent />
            </ul>
            <ShareSecond entry={current} onClose={onClose} />
          </>
        )}
        <h3>{i18n._({ id: 'queue.next', message: 'Next' })}</h3>
        {upcoming.length === 0 ? (
          <p className="wl-muted">
            {i18n._({ id: 'queue.empty', message: 'Nothing yet. “Add to queue” is in the menu of every track and video.' })}
          </p>
        ) : (
          <ul>
            {upcoming.map((entry, index) => (
              <Row
                key={entry.key}
                entry={entry}
                isCurrent={false}
                onMove={(places) => {
                  queue.move(entry.key, places)
                  setLastMove(listMove(index + 1, places, upcoming.length))
                }}
              />
            ))}
          </ul>
        )}
        <MoveStatus move={lastMove} />
      </div>
      <footer className="wl-queue-foot">
        <Button
          variant="default"
          disabled={upcoming.length === 0}
          onClick={({ currentTarget }) => {
            focusAround(currentTarget)
            queue.clearUpcoming()
          }}
        >
          {i18n._({ id: 'queue.clear', message: 'Clear what’s next' })}
        </Button>
        <Button variant="subtle" onClick={stopPlaying}>
          {i18n._({ id: 'queue.stop', message: 'Stop and close' })}
        </Button>
      </footer>
    </dialog>
  )
}

/** Shares the current track or video from where it plays, or plays it together. Dialogs ask how and with whom. */
function ShareSecond({ entry, onClose }: { entry: QueueEntry; onClose: () => void }) {
  const { i18n } = useLingui()
  const { positionMs } = useNowPlaying()
  const second = Math.floor((positionMs ?? 0) / 1_000)
  const me = useMyUid()
  const link = addressOf(entry)
  if (me === null) return null
  const query = new URLSearchParams({ shared_url: linkAtSecond(link, second) })
  const record = recognizeLink(link)
  const starting = record && togetherLink(record)
  return (
    <span className="wl-queue-share">
      <Button component={Link} variant="default" to={`/chat?${query}`} onClick={onClose}>
        {second > 0
          ? i18n._({ id: 'queue.share.second', message: 'Share from {time}', values: { time: clockTime(second) } })
          : i18n._({ id: 'queue.share', message: 'Share' })}
      </Button>
      {starting && (
        <Button
          variant="default"
          leftSection={<IconUsers size={18} stroke={1.8} aria-hidden />}
          onClick={() => {
            onClose()
            startTogether(starting)
          }}
        >
          {togetherLabel(i18n, starting.side)}
        </Button>
      )}
    </span>
  )
}

const timedOf = ({ playable: { kind, durationMs } }: QueueEntry): Timed => ({
  kind: kind === 'video' ? kind : 'track',
  ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
})

/** Ends playback; with an empty queue, the mini player also closes. */
function stopPlaying(): void {
  queue.clear()
  closePanels()
}

function Row({ entry, isCurrent, onMove = () => undefined }: { entry: QueueEntry; isCurrent: boolean; onMove?: (places: number) => void }) {
  const { i18n } = useLingui()
  const { title, by, from, playable } = entry
  const isVideo = playable.kind === 'video'
  const name = title || by || i18n._({ id: 'queue.untitled', message: 'Untitled' })
  const drag = useReorder(onMove)
  return (
    <li
      className="wl-queue-row"
      data-current={isCurrent || undefined}
      style={{ transform: drag.offset ? `translateY(${drag.offset}px)` : '' }}
    >
      {!isCurrent && (
        <ActionIcon
          icon={IconGripVertical}
          iconSize={18}
          className="wl-queue-handle"
          size={36}
          aria-label={i18n._({ id: 'queue.move', message: 'Move {name} (arrow keys)', values: { name } })}
          aria-keyshortcuts="ArrowUp ArrowDown"
          {...drag.handle}
        />
      )}
      <Artwork
        id={artworkIdOf(entry)}
        kind={isVideo ? 'video' : 'track'}
        src={isVideo ? videoPicture(idOf(entry)) : null}
        size={isVideo ? 58 : 36}
      />
      <span className="wl-queue-text">
        <span className="wl-line" dir="auto" title={name}>
          {name}
        </span>
        <span className="wl-line wl-dim wl-small" dir="auto">
          {playable.byPath === undefined ? <CreatorLink href={addressOf(entry)} name={by} /> : <Link to={playable.byPath}>{by}</Link>}
          {by !== '' && from !== null && from !== by && ' · '}
          {from !== by && from}
        </span>
      </span>
      {playable.durationMs !== undefined && <span className="wl-dim wl-small">{clockTime(playable.durationMs / 1_000)}</span>}
      {!isCurrent && (
        <ActionIcon
          icon={IconPlayerPlayFilled}
          iconSize={16}
          size={36}
          aria-label={i18n._({ id: 'queue.play', message: 'Play {name} now', values: { name } })}
          onClick={({ currentTarget }) => {
            focusAround(currentTarget)
            playEntry(entry.key)
          }}
        />
      )}
      <ActionIcon
        icon={IconX}
        iconSize={18}
        size={36}
        aria-label={i18n._({ id: 'queue.remove', message: 'Remove {name} from the queue', values: { name } })}
        onClick={({ currentTarget }) => {
          focusAround(currentTarget)
          focusNeighbor(currentTarget, 'button:last-of-type')
          queue.remove(entry.key)
        }}
      />
    </li>
  )
}
