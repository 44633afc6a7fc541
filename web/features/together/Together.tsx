import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import {
  IconChevronUp,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipForwardFilled,
  IconPlus,
  IconUsers,
} from '@tabler/icons-react'
import { positionAt, type NewTogetherItem, type TogetherItem, type TogetherMember, type TogetherSession } from '#contract/together.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import { videoPicture } from '#web/features/media/items/play.ts'
import { PlayerConsent } from '#web/features/media/players/PlayerConsent.tsx'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { clockTime } from '#web/ui/clock-time.ts'
import { ItemPicker } from './ItemPicker.tsx'
import { SyncedSpotify, SyncedYoutube } from './SyncedPlayer.tsx'
import type { SyncState } from './sync-controller.ts'
import { loadSession, playHere, sendCommand, serverClock, useTogether, watchClock } from './together.store.ts'
import { memberText, syncText } from './together.messages.ts'
import './Together.css'

const EMOJI = ['🔥', '😮', '❤️', '😂'] as const

type Platform = 'spotify' | 'youtube'

/** The shared session of a conversation, above its messages; nothing while there is none and none is being started. */
export function Together({
  chatId,
  to,
  isStarting,
  onStarted,
}: {
  chatId: string
  to: string
  isStarting: boolean
  onStarted: () => void
}) {
  const session = useTogether((state) => state.sessions[chatId]) ?? null
  const isPlaying = useTogether((state) => state.playingIn === chatId)
  const me = useMyUid()
  useEffect(() => void loadSession(chatId), [chatId])
  const isRunning = session !== null
  useEffect(() => (isRunning ? watchClock() : undefined), [isRunning])
  const start = (item: NewTogetherItem | null) => {
    onStarted()
    if (!item) return
    sendCommand(chatId, { kind: session ? 'add' : 'start', item })
    playHere(chatId)
  }
  if (isStarting && !session) return <ItemPicker to={to} onChoose={start} />
  if (!session) return null
  const isIn = isPlaying && session.members.some(({ uid }) => uid === me)
  return isIn && me !== null ? <Room session={session} me={me} to={to} /> : <Invitation session={session} />
}

/** The live card of a session that does not play here: who is in, what plays, and the press that joins. */
function Invitation({ session }: { session: TogetherSession }) {
  const { i18n } = useLingui()
  const { chat_id: chatId, current, members } = session
  const seconds = useSeconds(session)
  const join = () => {
    sendCommand(chatId, { kind: 'join', platform: current ? defaultPlatform(current) : null })
    playHere(chatId)
  }
  return (
    <section className="wl-together" aria-label={i18n._({ id: 'together.name', message: 'Listening together' })}>
      <div className="wl-together-row">
        <IconUsers size={20} stroke={1.8} aria-hidden />
        <div className="wl-together-text">
          <strong>{current?.title ?? i18n._({ id: 'together.nothing', message: 'Nothing is playing' })}</strong>
          <span>{members.map(({ name }) => name).join(', ')}</span>
        </div>
        <Button onClick={join}>
          {current
            ? i18n._({ id: 'together.join-at', message: 'Join at {time}', values: { time: clockTime(seconds) } })
            : i18n._({ id: 'together.join', message: 'Join' })}
        </Button>
      </div>
    </section>
  )
}

function Room({ session, me, to }: { session: TogetherSession; me: string; to: string }) {
  const { i18n } = useLingui()
  const { chat_id: chatId, current, members } = session
  const [state, setState] = useState<SyncState>('starting')
  const [isAdding, setAdding] = useState(false)
  const mine = members.find(({ uid }) => uid === me)
  const platform = current && platformFor(current, mine?.platform ?? null)
  const add = (item: NewTogetherItem | null) => {
    setAdding(false)
    if (item) sendCommand(chatId, { kind: 'add', item })
  }
  return (
    <section className="wl-together" aria-label={i18n._({ id: 'together.name', message: 'Listening together' })}>
      <div className="wl-together-row">
        <ul className="wl-together-members">
          {members.map((member) => (
            <Member key={member.uid} member={member} current={current} isMe={member.uid === me} />
          ))}
        </ul>
        <output className="wl-together-sync" data-state={state}>
          {syncText(i18n, current ? state : 'waiting', members.length)}
        </output>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            sendCommand(chatId, { kind: 'leave' })
            playHere(null)
          }}
        >
          {i18n._({ id: 'together.leave', message: 'Leave' })}
        </Button>
      </div>
      <div className="wl-together-main">
        {current && platform && (
          <Player key={`${current.id} ${platform}`} session={session} current={current} platform={platform} onState={setState} />
        )}
        <div className="wl-together-side">
          {current && <Controls session={session} current={current} mine={mine} platform={platform} />}
          <Queue session={session} me={me} mine={mine} onAdd={() => setAdding(!isAdding)} />
        </div>
      </div>
      {mine?.role === 'host' && <HostSettings session={session} />}
      {isAdding && <ItemPicker to={to} onChoose={add} />}
    </section>
  )
}

function Member({ member, current, isMe }: { member: TogetherMember; current: TogetherItem | null; isMe: boolean }) {
  const { i18n } = useLingui()
  const { uid, name, avatar } = member
  const platform = current && platformFor(current, member.platform)
  return (
    <li>
      <Avatar person={{ uid, name, avatar_url: avatar }} size={24} />
      <span>{isMe ? i18n._({ id: 'together.you', message: 'You' }) : name}</span>
      <small data-platform={platform ?? undefined}>{memberText(i18n, member, platform)}</small>
    </li>
  )
}

type PlayerProps = { session: TogetherSession; current: TogetherItem; platform: Platform; onState: (state: SyncState) => void }

/** The player of this user's platform, after consent. */
function Player({ session, current, platform, onState }: PlayerProps) {
  const { spotify_id: spotifyId, youtube_id: youtubeId } = current
  const href = platform === 'spotify' ? `https://open.spotify.com/track/${spotifyId}` : `https://www.youtube.com/watch?v=${youtubeId}`
  return (
    <div className="wl-together-player" data-platform={platform}>
      <PlayerConsent platform={platform} href={href}>
        {(origin) =>
          platform === 'spotify' && spotifyId !== null ? (
            <SyncedSpotify session={session} item={{ ...current, spotify_id: spotifyId }} onState={onState} />
          ) : youtubeId !== null ? (
            <SyncedYoutube session={session} item={{ ...current, youtube_id: youtubeId }} origin={origin} onState={onState} />
          ) : null
        }
      </PlayerConsent>
    </div>
  )
}

type ControlsProps = { session: TogetherSession; current: TogetherItem; mine: TogetherMember | undefined; platform: Platform | null }

function Controls({ session, current, mine, platform }: ControlsProps) {
  const { i18n } = useLingui()
  const { chat_id: chatId, timeline, members, skips, marks } = session
  const seconds = useSeconds(session)
  const mayControl = session.control === 'all' || mine?.role !== 'guest'
  const other = platform === 'spotify' ? 'youtube' : 'spotify'
  const hasOther = current.spotify_id !== null && current.youtube_id !== null
  const isPlaying = timeline.rate === 1
  const toggle = isPlaying
    ? i18n._({ id: 'together.pause', message: 'Pause for everyone' })
    : i18n._({ id: 'together.play', message: 'Play for everyone' })
  const skip = i18n._({ id: 'together.skip', message: 'Skip' })
  return (
    <div className="wl-together-controls">
      <strong className="wl-line">{current.title}</strong>
      <span className="wl-line wl-muted">{current.by}</span>
      <div className="wl-together-row">
        <ActionIcon
          size={44}
          disabled={!mayControl}
          aria-label={toggle}
          title={toggle}
          onClick={() => sendCommand(chatId, { kind: isPlaying ? 'pause' : 'play' })}
        >
          {isPlaying ? <IconPlayerPauseFilled size={20} aria-hidden /> : <IconPlayerPlayFilled size={20} aria-hidden />}
        </ActionIcon>
        <ActionIcon size={44} aria-label={skip} title={skip} onClick={() => sendCommand(chatId, { kind: 'skip', item: current.id })}>
          <IconPlayerSkipForwardFilled size={20} aria-hidden />
        </ActionIcon>
        {skips.length > 0 && (
          <span className="wl-small">
            {i18n._({
              id: 'together.skips',
              message: '{count} of {needed} to skip',
              values: { count: skips.length, needed: Math.floor(members.length / 2) + 1 },
            })}
          </span>
        )}
        <span className="wl-together-time">{clockTime(seconds)}</span>
        {[-15, 15].map((step) => (
          <Button
            key={step}
            size="sm"
            variant="subtle"
            disabled={!mayControl}
            onClick={() => sendCommand(chatId, { kind: 'seek', position_ms: Math.max(0, (seconds + step) * 1_000) })}
          >
            {step < 0 ? i18n._({ id: 'together.back', message: 'Back 15 s' }) : i18n._({ id: 'together.forward', message: 'Forward 15 s' })}
          </Button>
        ))}
      </div>
      <div className="wl-together-row">
        {EMOJI.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className="wl-together-emoji"
            aria-label={i18n._({ id: 'together.react', message: 'React with {emoji}', values: { emoji } })}
            onClick={() => sendCommand(chatId, { kind: 'react', item: current.id, emoji, position_ms: seconds * 1_000 })}
          >
            {emoji}
          </button>
        ))}
        <span className="wl-together-floating" aria-hidden>
          {marks
            .filter(({ position_ms: at }) => Math.abs(at / 1_000 - seconds) < 2)
            .slice(-6)
            .map(({ emoji, by, position_ms: at }) => (
              <span key={`${by} ${at}`}>{emoji}</span>
            ))}
        </span>
        {hasOther && (
          <Button size="sm" variant="subtle" onClick={() => sendCommand(chatId, { kind: 'join', platform: other })}>
            {i18n._({ id: 'together.switch', message: 'Play on {platform}', values: { platform: platformNames[other] } })}
          </Button>
        )}
      </div>
    </div>
  )
}

type QueueProps = { session: TogetherSession; me: string; mine: TogetherMember | undefined; onAdd: () => void }

function Queue({ session, me, onAdd }: QueueProps) {
  const { i18n } = useLingui()
  const { chat_id: chatId, queue } = session
  return (
    <div className="wl-together-queue">
      <div className="wl-together-row">
        <h3>{i18n._({ id: 'together.queue', message: 'Next, most votes first' })}</h3>
        <Button size="sm" variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {i18n._({ id: 'together.add', message: 'Add' })}
        </Button>
      </div>
      <ol>
        {queue.map((item) => {
          const hasVoted = item.votes.includes(me)
          return (
            <li key={item.id}>
              <Artwork id={item.id} kind={item.side === 'video' ? 'video' : 'track'} src={videoPicture(item.youtube_id)} size={36} />
              <span className="wl-together-text">
                <span className="wl-line">{item.title}</span>
                <small className="wl-line">{item.by}</small>
              </span>
              <button
                type="button"
                className="wl-together-vote"
                aria-pressed={hasVoted}
                aria-label={i18n._({
                  id: 'together.vote',
                  message: '{count, plural, one {Vote for {title}: # vote} other {Vote for {title}: # votes}}',
                  values: { title: item.title, count: item.votes.length },
                })}
                onClick={() => sendCommand(chatId, { kind: 'vote', item: item.id, on: !hasVoted })}
              >
                <IconChevronUp size={16} aria-hidden /> {item.votes.length}
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** What only the host decides. */
function HostSettings({ session }: { session: TogetherSession }) {
  const { i18n } = useLingui()
  const { chat_id: chatId, control, turns } = session
  return (
    <div className="wl-together-row wl-together-settings">
      <label>
        <input
          type="checkbox"
          checked={control === 'host'}
          onChange={({ currentTarget }) =>
            sendCommand(chatId, { kind: 'settings', control: currentTarget.checked ? 'host' : 'all', turns })
          }
        />{' '}
        {i18n._({ id: 'together.host-only', message: 'Only I can pause and seek' })}
      </label>
      <label>
        <input
          type="checkbox"
          checked={turns}
          onChange={({ currentTarget }) => sendCommand(chatId, { kind: 'settings', control, turns: currentTarget.checked })}
        />{' '}
        {i18n._({ id: 'together.turns', message: 'Take turns choosing' })}
      </label>
    </div>
  )
}

/** The whole seconds of the session's position, once a second. */
function useSeconds({ timeline }: TogetherSession): number {
  const read = () =>
    serverClock.isKnown() ? Math.floor(positionAt(timeline, serverClock.now()) / 1_000) : Math.floor(timeline.position_ms / 1_000)
  const [, setRead] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setRead((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return read()
}

const defaultPlatform = (item: NewTogetherItem): Platform => (item.spotify_id === null ? 'youtube' : 'spotify')

/** The platform on which a member plays this item: their own choice, if the item exists there. */
function platformFor(item: TogetherItem, chosen: Platform | null): Platform {
  if (chosen === 'spotify' && item.spotify_id !== null) return 'spotify'
  if (chosen === 'youtube' && item.youtube_id !== null) return 'youtube'
  return defaultPlatform(item)
}
