import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowUpRight, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { finalErrors, type TogetherItem, type TogetherMember, type TogetherSession } from '#contract/together.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useMediaSession } from '#web/features/media/mini-player/use-media-session.ts'
import { PlayerConsent } from '#web/features/media/players/PlayerConsent.tsx'
import { mayLoad, usePlayersSettings } from '#web/features/media/players/players.settings.ts'
import { useKnownPlayersSettings } from '#web/features/media/players/use-players-settings.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusAround } from '#web/ui/focus/focus-around.ts'
import { useDock } from '#web/ui/panels/use-dock.ts'
import { UnblockButton } from './UnblockButton.tsx'
import { useOpenSession } from './open-session.store.ts'
import { SyncedSpotify, SyncedYoutube } from './SyncedPlayer.tsx'
import {
  leave,
  mayControl,
  platformFor,
  reportAgain,
  sendCommand,
  useLocalPlayer,
  useTogether,
  watchClock,
  type Platform,
} from './together.store.ts'
import { useSeconds } from './use-seconds.ts'
import './SharedPlayer.css'

/** The reason why an item doesn't play can be read for this time before the next one. */
const REPEAT_REJECTION_MS = 5_000

/**
 * The player of the session that plays in this tab. It is positioned over its area in the conversation, and is a separate panel on other
 * pages: moving an iframe in the document would restart it.
 */
export function SharedPlayer() {
  const chatId = useOpenSession((open) => open.chatId)
  const session = useTogether(({ sessions }) => (chatId === null ? null : (sessions[chatId] ?? null)))
  const me = useMyUid()
  const slot = useLocalPlayer((player) => player.slot)
  const place = usePlace(slot)
  useEffect(() => watchClock(), [])
  useUnplayable(session)
  if (!session) return null
  const { current } = session
  const mine = session.members.find(({ uid }) => uid === me)
  const platform = current && platformFor(current, mine?.platform ?? null)
  return (
    <>
      {current && <MediaControls session={session} current={current} mine={mine} platform={platform} />}
      <Layer
        session={session}
        current={current}
        platform={platform}
        place={place}
        isAllowed={mayControl(session, mine)}
        isAsking={mine?.error === 'consent'}
      />
    </>
  )
}

type MediaControlsProps = { session: TogetherSession; current: TogetherItem; mine: TogetherMember | undefined; platform: Platform | null }

/** The current item in the media controls of the operating system. A guest who may not control the session only sees it there. */
function MediaControls({ session, current, mine, platform }: MediaControlsProps) {
  const { chat_id: chatId, timeline } = session
  const durationMs = useLocalPlayer((player) => player.durationMs)
  const isAllowed = mayControl(session, mine)
  const control = (kind: 'play' | 'pause') => isAllowed && sendCommand(chatId, { kind })
  useMediaSession({
    title: current.title,
    by: current.by,
    id: current.youtube_id ?? current.id,
    // Never YouTube's picture with Spotify's sound.
    isVideo: platform === 'youtube',
    isPlaying: timeline.rate === 1,
    positionMs: useSeconds(session) * 1_000,
    durationMs,
    play: () => control('play'),
    pause: () => control('pause'),
    seek: isAllowed ? (positionMs) => sendCommand(chatId, { kind: 'seek', position_ms: Math.round(positionMs) }) : null,
    next: () => sendCommand(chatId, { kind: 'skip', item: current.id }),
    previous: null,
  })
  return null
}

type LayerProps = {
  session: TogetherSession
  current: TogetherItem | null
  platform: Platform | null
  place: CSSProperties | null
  isAllowed: boolean
  /** The player asks for consent. */
  isAsking: boolean
}

function Layer({ session, current, platform, place, isAllowed, isAsking }: LayerProps) {
  const { i18n } = useLingui()
  // Reserves space, so that the bar doesn't cover the last items of other pages.
  const dock = useDock('together', place === null)
  const frame = useRef<HTMLDivElement>(null)
  const hasPlayer = current !== null && platform !== null
  // An element that is still hidden takes no focus.
  const isQuestionVisible = isAsking && hasPlayer && place?.visibility !== 'hidden'
  useEffect(() => {
    if (!isQuestionVisible) return undefined
    // After “Join” the user answers this next, but by Tab it comes last on the page. The focus can reach the session after the question.
    const answerNext = () => {
      if (!frame.current || !document.activeElement?.matches('[data-room]')) return
      document.removeEventListener('focusin', answerNext)
      focusAround(frame.current)
    }
    document.addEventListener('focusin', answerNext)
    answerNext()
    return () => document.removeEventListener('focusin', answerNext)
  }, [isQuestionVisible])
  return (
    <section
      ref={dock}
      className="wl-together-layer"
      tabIndex={-1}
      data-mini={place === null || undefined}
      data-platform={platform ?? undefined}
      data-asks={isAsking || undefined}
      style={place ?? undefined}
      aria-label={i18n._({ id: 'together.player', message: 'Shared player' })}
    >
      {place === null && <MiniBar session={session} current={current} isAllowed={isAllowed} />}
      {current && platform && (
        <div ref={frame} className="wl-together-frame">
          <Player key={`${current.id} ${platform}`} session={session} current={current} platform={platform} />
        </div>
      )}
    </section>
  )
}

/** On other pages: the current item, a link back, and a button to leave. */
function MiniBar({ session, current, isAllowed }: Pick<LayerProps, 'session' | 'current' | 'isAllowed'>) {
  const { i18n } = useLingui()
  const { chat_id: chatId, timeline, members } = session
  const isPlaying = timeline.rate === 1
  const toggle = isPlaying
    ? i18n._({ id: 'together.pause', message: 'Pause for everyone' })
    : i18n._({ id: 'together.play', message: 'Play for everyone' })
  return (
    <div className="wl-together-mini-bar">
      <span className="wl-together-text">
        <strong className="wl-line" dir="auto">
          {current?.title ?? i18n._({ id: 'together.nothing', message: 'Nothing is playing' })}
        </strong>
        <Link to={`/chat/${chatId}`} className="wl-together-back">
          <span className="wl-line">
            {i18n._({ id: 'together.here', message: '{count, plural, one {Only you} other {# here}}', values: { count: members.length } })}
          </span>
          <span className="wl-hidden">{i18n._({ id: 'together.open', message: 'Open the conversation' })}</span>
          <IconArrowUpRight size={16} aria-hidden />
        </Link>
      </span>
      <UnblockButton />
      {current && (
        <ActionIcon
          size={44}
          disabled={!isAllowed}
          aria-label={toggle}
          title={toggle}
          onClick={() => sendCommand(chatId, { kind: isPlaying ? 'pause' : 'play' })}
        >
          {isPlaying ? <IconPlayerPauseFilled size={20} aria-hidden /> : <IconPlayerPlayFilled size={20} aria-hidden />}
        </ActionIcon>
      )}
      <Button variant="default" onClick={() => leave(chatId)}>
        {i18n._({ id: 'together.leave', message: 'Leave' })}
      </Button>
    </div>
  )
}

type PlayerProps = { session: TogetherSession; current: TogetherItem; platform: Platform }

/** The player of this user's platform, after consent. */
function Player({ session, current, platform }: PlayerProps) {
  useMissingConsent(session.chat_id, current.id, platform)
  // Until a player reports its own.
  useEffect(() => useLocalPlayer.setState({ durationMs: null }), [])
  const { spotify_id: spotifyId, youtube_id: youtubeId } = current
  const href = platform === 'spotify' ? `https://open.spotify.com/track/${spotifyId}` : `https://www.youtube.com/watch?v=${youtubeId}`
  return (
    <PlayerConsent platform={platform} href={href}>
      {(origin) =>
        platform === 'spotify' && spotifyId !== null ? (
          <SyncedSpotify session={session} item={{ ...current, spotify_id: spotifyId }} />
        ) : youtubeId !== null ? (
          <SyncedYoutube session={session} item={{ ...current, youtube_id: youtubeId }} origin={origin} />
        ) : null
      }
    </PlayerConsent>
  )
}

/** Reports that the player waits for consent, so that the other members don't wait for it. */
function useMissingConsent(chatId: string, item: string, platform: Platform): void {
  const settings = usePlayersSettings()
  const { isKnown } = useKnownPlayersSettings()
  const isMissing = isKnown && !mayLoad(settings, platform)
  useEffect(() => {
    if (isMissing) sendCommand(chatId, { kind: 'cannot-play', item, why: 'consent' })
  }, [isMissing, chatId, item])
}

/** The server has no timers: it skips an item that no member can play when that is reported again. */
function useUnplayable(session: TogetherSession | null): void {
  const isForAll =
    session?.members.every(({ error, is_away: isAway }) => isAway === true || (error !== null && finalErrors.has(error))) === true
  const chatId = isForAll && session.current && session.queue.length > 0 ? session.chat_id : null
  useEffect(() => {
    if (chatId === null) return undefined
    const timer = setInterval(() => reportAgain(chatId), REPEAT_REJECTION_MS)
    return () => clearInterval(timer)
  }, [chatId])
}

/** The rectangle of the slot on the screen; null if there is none. */
function usePlace(slot: HTMLElement | null): CSSProperties | null {
  const [rect, setRect] = useState<DOMRect | null>(null)
  useEffect(() => {
    if (!slot) return undefined
    const measure = () => setRect(slot.getBoundingClientRect())
    const observer = new ResizeObserver(measure)
    // Content above the slot moves it without changing its size.
    for (let element: HTMLElement | null = slot; element; element = element.parentElement) observer.observe(element)
    addEventListener('scroll', measure, { capture: true, passive: true })
    globalThis.visualViewport?.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure, { capture: true })
      globalThis.visualViewport?.removeEventListener('resize', measure)
      setRect(null)
    }
  }, [slot])
  if (!slot) return null
  // Hidden until it is measured after the first frame; otherwise it would appear in the corner.
  return rect ? { left: rect.left, top: rect.top, width: rect.width, height: rect.height } : { visibility: 'hidden' }
}
