import { useCallback, useEffect, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useLingui } from '@lingui/react'
import {
  IconChevronDown,
  IconChevronUp,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconPlaylist,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { useReservedArea } from '#web/ui/panels/reserved-areas.ts'
import { useDock } from '#web/ui/panels/use-dock.ts'
import { videoPicture } from '../items/play.ts'
import { CreatorLink } from '../players/CreatorLink.tsx'
import { useNowPlaying } from '../players/now-playing.store.ts'
import { useVideoPlayer } from '../players/video-player.store.ts'
import { useFolded } from '../players/use-folded.ts'
import { useSelectedVideo } from '../players/use-selected-video.ts'
import { playCurrent, skip } from '../queue/play-queue.ts'
import { addressOf, artworkIdOf, useQueue } from '../queue/queue.store.ts'
import { currentOf, idOf, upcomingOf } from '../queue/queue.ts'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { QueuePanel } from './QueuePanel.tsx'
import { useMediaSession } from './use-media-session.ts'
import './MiniPlayer.css'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { markPlayed } from '../players/mark-played.ts'
import { useReplayMarks } from '../players/replay-marks.store.ts'

/** The bar at the bottom of every page: what plays, its controls, and the queue. Panels fold into it. */
export function MiniPlayer({ isPanelOpen }: { isPanelOpen: boolean }) {
  const { i18n } = useLingui()
  const [isQueueOpen, setQueueOpen] = useState(false)
  const reserveArea = useReservedArea('bottom')
  const dock = useDock('mini-player')
  const platform = useNowPlaying((now) => now.platform)
  const { isFolded, fold } = useFolded(platform ?? 'spotify')
  const now = useShown(isPanelOpen)
  const controls = useTransport(isPanelOpen)
  useMediaSession({ ...now, ...controls })
  useMarkPlayed()
  // Spotify's own frame is in the bar, so the bar shows no artwork and title of its own.
  const showsFrame = isPanelOpen && isFolded && platform === 'spotify'
  const ref = useCallback(
    (element: HTMLElement | null) => {
      const stops = [reserveArea(element), dock(element)]
      return () => {
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
    [reserveArea, dock],
  )
  return (
    <>
      {isQueueOpen && <QueuePanel onClose={() => setQueueOpen(false)} />}
      <section
        ref={ref}
        className="wl-mini"
        data-frame={showsFrame || undefined}
        data-side={platform === 'youtube' ? 'video' : 'music'}
        aria-label={i18n._({ id: 'mini.name', message: 'Player' })}
      >
        <Progress {...now} onSeek={controls.seek} />
        <ReplayMarks id={now.id} />
        {showsFrame ? <span className="wl-mini-frame" /> : <NowPlaying {...now} />}
        <Transport {...controls} isPlaying={now.isPlaying} title={now.title} />
        <span className="wl-mini-end">
          <ActionIcon
            icon={IconPlaylist}
            size={44}
            aria-expanded={isQueueOpen}
            label={i18n._({ id: 'mini.queue', message: 'Queue' })}
            onClick={() => setQueueOpen(!isQueueOpen)}
          />
          {isPanelOpen && <FoldButton isFolded={isFolded} onFold={fold} />}
        </span>
      </section>
    </>
  )
}

function FoldButton({ isFolded, onFold }: { isFolded: boolean; onFold: (isFolded: boolean) => void }) {
  const { i18n } = useLingui()
  const label = isFolded ? i18n._({ id: 'mini.open', message: 'Open the player' }) : i18n._({ id: 'mini.fold', message: 'Fold the player' })
  const Icon = isFolded ? IconChevronUp : IconChevronDown
  return (
    <ActionIcon size={44} aria-label={label} title={label} aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
      <Icon size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}

type Shown = {
  title: string
  by: string
  /** The page of the artist or channel. */
  byPath: string | null
  /** The address of the current item; empty if it is unknown. */
  href: string
  id: string
  artworkId: string
  isVideo: boolean
  isPlaying: boolean
  positionMs: number | null
  durationMs: number | null
}

/** The content of the bar: the state that the player reports, or the current entry of the queue. */
function useShown(isPanelOpen: boolean): Shown {
  const { i18n } = useLingui()
  const entry = useQueue(currentOf)
  const next = useQueue((queue) => upcomingOf(queue)[0] ?? null)
  const { platform, title, by, isPlaying, positionMs, durationMs } = useNowPlaying()
  const { channelId, channelName } = useVideoPlayer()
  const { selected } = useSelectedVideo()
  const queued = entry ?? next
  const isVideo = isPanelOpen ? platform === 'youtube' : queued?.playable.kind === 'video'
  // Before consent the player reports nothing, but the panel knows which video it will play.
  const video = isPanelOpen && isVideo && selected.videoId !== '' ? selected : null
  const isOfQueue =
    queued !== null &&
    (!isPanelOpen || (queued.playable.kind === 'video') === (platform === 'youtube')) &&
    (video === null || video.videoId === idOf(queued))
  const fallback = isVideo
    ? i18n._({ id: 'mini.video', message: 'Video on YouTube' })
    : i18n._({ id: 'mini.music', message: 'Music on Spotify' })
  return {
    // An artist or channel has only the name of its maker.
    title: title || (isOfQueue ? queued.title || queued.by : (video?.title ?? '')) || fallback,
    by: by || (isOfQueue ? (queued.title === '' ? '' : queued.by) : video ? channelName : ''),
    byPath: (isOfQueue && (by === '' || by === queued.by) && queued.playable.byPath) || null,
    href: isOfQueue ? addressOf(queued) : isVideo && channelId !== '' ? `https://www.youtube.com/channel/${channelId}` : '',
    id: isOfQueue ? idOf(queued) : (video?.videoId ?? 'player'),
    artworkId: isOfQueue ? artworkIdOf(queued) : (video?.videoId ?? 'player'),
    isVideo,
    isPlaying,
    positionMs: isPanelOpen ? positionMs : null,
    durationMs: isPanelOpen ? durationMs : null,
  }
}

function useTransport(isPanelOpen: boolean) {
  const controls = useNowPlaying((now) => now.controls)
  const isPlaying = useNowPlaying((now) => now.isPlaying)
  const hasNext = useQueue((queue) => upcomingOf(queue).length > 0)
  const hasPrevious = useQueue(({ at }) => at > 0)
  return {
    isReady: !isPanelOpen || controls !== null,
    play: () => (isPanelOpen ? controls?.play() : void playCurrent()),
    pause: () => controls?.pause(),
    toggle: () => (isPlaying ? controls?.pause() : isPanelOpen ? controls?.play() : void playCurrent()),
    seek: controls?.seek ?? null,
    next: hasNext ? () => void skip(1) : null,
    previous: hasPrevious ? () => void skip(-1) : null,
  }
}

function NowPlaying({ title, by, byPath, href, id, artworkId, isVideo }: Shown) {
  return (
    <span className="wl-mini-now">
      <Artwork id={artworkId} kind={isVideo ? 'video' : 'track'} src={isVideo ? videoPicture(id) : null} size={isVideo ? 71 : 44} />
      <span className="wl-mini-text">
        <span className="wl-line wl-mini-title" dir="auto" title={title}>
          {title}
        </span>
        <span className="wl-line wl-dim" dir="auto">
          {byPath === null ? <CreatorLink href={href} name={by} /> : <Link to={byPath}>{by}</Link>}
        </span>
      </span>
    </span>
  )
}

type TransportProps = ReturnType<typeof useTransport> & { isPlaying: boolean; title: string }

function Transport({ isReady, isPlaying, title, toggle, next, previous }: TransportProps) {
  const { i18n } = useLingui()
  const label = isPlaying
    ? i18n._({ id: 'mini.pause', message: 'Pause {title}', values: { title } })
    : i18n._({ id: 'mini.play', message: 'Resume {title}', values: { title } })
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <span className="wl-mini-transport">
      <ActionIcon
        icon={IconPlayerSkipBackFilled}
        className="wl-mini-previous"
        size={44}
        disabled={previous === null}
        aria-label={i18n._({ id: 'mini.previous', message: 'Previous' })}
        onClick={() => previous?.()}
      />
      <ActionIcon
        className="wl-mini-play"
        size={44}
        aria-label={label}
        aria-busy={!isReady || undefined}
        aria-keyshortcuts="Space"
        onClick={toggle}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        icon={IconPlayerSkipForwardFilled}
        size={44}
        disabled={next === null}
        aria-label={i18n._({ id: 'mini.next', message: 'Next' })}
        onClick={() => next?.()}
      />
    </span>
  )
}

type ProgressProps = Pick<Shown, 'positionMs' | 'durationMs' | 'title'> & { onSeek: ((positionMs: number) => void) | null }
/** The step of the arrow keys, in seconds. */
const SEEK_STEP = 5
const seekKeys: Record<string, 1 | -1> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }

/** The position, where the platform reports it. Seeking works by pointer and arrow keys; phones show a line only. */
function Progress({ positionMs, durationMs, title, onSeek }: ProgressProps) {
  const { i18n } = useLingui()
  const position = useMoving(positionMs)
  if (position === null || durationMs === null || durationMs === 0) return null
  const seconds = Math.min(position, durationMs) / 1_000
  const handleKey = (event: KeyboardEvent) => {
    const direction = seekKeys[event.key]
    if (direction === undefined) return
    event.preventDefault()
    onSeek?.(Math.max(0, Math.min(seconds + direction * SEEK_STEP, durationMs / 1_000)) * 1_000)
  }
  return (
    <span className="wl-mini-progress" style={{ '--wl-played': `${(position / durationMs) * 100}%` } as CSSProperties}>
      <span className="wl-mini-time">{clockTime(seconds)}</span>
      <input
        type="range"
        min={0}
        max={Math.round(durationMs / 1_000)}
        value={Math.round(seconds)}
        disabled={onSeek === null}
        aria-label={i18n._({ id: 'mini.position', message: 'Position in {title}', values: { title } })}
        aria-valuetext={i18n._({
          id: 'mini.position.of',
          message: '{at} of {total}',
          values: { at: clockTime(seconds), total: clockTime(durationMs / 1_000) },
        })}
        onChange={(event) => onSeek?.(Number(event.currentTarget.value) * 1_000)}
        onKeyDown={handleKey}
      />
      <span className="wl-mini-time">{clockTime(durationMs / 1_000)}</span>
    </span>
  )
}

const TICK_MS = 250

/** The position, extrapolated between two reports while the player plays. */
function useMoving(positionMs: number | null): number | null {
  const isPlaying = useNowPlaying((now) => now.isPlaying)
  const [since, setSince] = useState({ positionMs, passedMs: 0 })
  useEffect(() => {
    if (!isPlaying || positionMs === null) return undefined
    const reportedAt = performance.now()
    const timer = setInterval(() => setSince({ positionMs, passedMs: performance.now() - reportedAt }), TICK_MS)
    return () => clearInterval(timer)
  }, [positionMs, isPlaying])
  if (positionMs === null) return null
  return isPlaying && since.positionMs === positionMs ? positionMs + since.passedMs : positionMs
}

/** Records what the user plays, so that shelves show it as played. */
function useMarkPlayed(): void {
  const me = useMyUid()
  const entry = useQueue(currentOf)
  const isPlaying = useNowPlaying((now) => now.isPlaying && (now.platform === 'youtube') === (entry?.playable.kind === 'video'))
  const id = entry && idOf(entry)
  const platform = entry?.playable.kind === 'video' ? 'youtube' : 'spotify'
  // A video that was chosen in the panel doesn't change the position in the queue.
  const { videoId } = useSelectedVideo().selected
  const isOther = platform === 'youtube' && videoId !== '' && videoId !== id
  useEffect(() => {
    if (me === null || id === null || !isPlaying || isOther) return
    void markPlayed(platform, id)
  }, [me, id, platform, isPlaying, isOther])
}

/** Reactions float for this long around their second. */
const FLOATING_MS = 2_000

/** The reactions of a shared session to the playing item, at their seconds. */
export function ReplayMarks({ id }: { id: string }) {
  const marks = useReplayMarks((state) => state.marks[id])
  const positionMs = useNowPlaying((now) => now.positionMs)
  if (!marks || positionMs === null) return null
  return (
    <span className="wl-mini-marks" aria-hidden>
      {marks.map(({ emoji, position_ms: at }, index) =>
        // Two equal reactions differ only by their order, which never changes.
        // oxlint-disable-next-line react/no-array-index-key
        Math.abs(at - positionMs) < FLOATING_MS ? <span key={index}>{emoji}</span> : null,
      )}
    </span>
  )
}
