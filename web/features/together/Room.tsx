import { Suspense, useCallback, useState, useEffect, useEffectEvent, useRef } from 'react'
import { useLingui } from '@lingui/react'
import { IconAdjustments, IconBrandSpotify, IconBrandYoutube, IconCircleCheck, IconPlaylist } from '@tabler/icons-react'
import type { NewTogetherItem, TogetherItem, TogetherMember, TogetherSession, TogetherMark } from '#contract/together.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusIfLost } from '#web/ui/focus/focus-around.ts'
import { Controls, Progress } from './Controls.tsx'
import { CreatorOf } from './CreatorOf.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { Queue } from './Queue.tsx'
import { UnblockButton } from './UnblockButton.tsx'
import { useIsDisconnected } from '#web/platform/connectivity.ts'
import { errorText, memberText, statusOf } from './together.messages.ts'
import { leave, platformFor, sendCommand, serverClock, useLocalPlayer, type Platform } from './together.store.ts'
import { useSeconds } from './use-seconds.ts'

const QueueSheet = lazyComponent(async () => (await import('./QueueSheet.tsx')).QueueSheet)
const SettingsDialog = lazyComponent(async () => (await import('./SettingsDialog.tsx')).SettingsDialog)

/** Above this number of members, the rest are shown as a count. */
const NAMED = 3

export type RoomProps = { session: TogetherSession; me: string; to: string | null }
type Overlay = 'queue' | 'settings' | 'add' | null

/** A session of the user: its members, the current item, and the queue. */
export function Room({ session, me, to }: RoomProps) {
  const { i18n } = useLingui()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const box = useRef<HTMLElement>(null)
  const { chat_id: chatId, current, members } = session
  // The first item replaces the button that opened the search, and the end of the last one the controls.
  const isIdle = current === null
  const wasIdle = useRef(isIdle)
  useEffect(() => {
    if (wasIdle.current !== isIdle) focusIfLost(box.current)
    wasIdle.current = isIdle
  }, [isIdle])
  const mine = members.find(({ uid }) => uid === me)
  const platform = current && platformFor(current, mine?.platform ?? null)
  const add = (item: NewTogetherItem | null) => {
    setOverlay(null)
    if (item) sendCommand(chatId, { kind: 'add', item })
  }
  return (
    <section
      ref={box}
      className="wl-together"
      tabIndex={-1}
      data-room
      data-side={current?.side}
      data-platform={platform ?? undefined}
      data-asks={mine?.error === 'consent' || undefined}
      aria-label={i18n._({ id: 'together.name', message: 'Listening together' })}
    >
      <Members session={session} me={me} isGroup={to === null} onOverlay={setOverlay} />
      {current && <ReactionAnnouncer key={current.id} marks={session.marks} me={me} />}
      {mine?.error && current && platform && (
        <Rejection session={session} mine={mine} current={current} platform={platform} onPick={() => setOverlay('add')} />
      )}
      {current && platform ? (
        <div className="wl-together-main">
          <Slot />
          <NowPlaying session={session} me={me} current={current} />
          <Controls session={session} current={current} mine={mine} />
          <Progress session={session} current={current} mine={mine} />
          <Queue session={session} me={me} mine={mine} onAdd={() => setOverlay('add')} />
        </div>
      ) : (
        <p className="wl-together-idle">
          {i18n._({ id: 'together.nothing', message: 'Nothing is playing' })}
          <Button onClick={() => setOverlay('add')}>{i18n._({ id: 'together.add', message: 'Add' })}</Button>
        </p>
      )}
      {overlay === 'add' && <ItemPicker to={to} onChoose={add} />}
      <Suspense>
        {overlay === 'queue' && (
          <QueueSheet session={session} me={me} mine={mine} onAdd={() => setOverlay('add')} onClose={() => setOverlay(null)} />
        )}
        {overlay === 'settings' && <SettingsDialog session={session} me={me} onClose={() => setOverlay(null)} />}
      </Suspense>
    </section>
  )
}

/** The area of the player, which is positioned over it. */
function Slot() {
  const ref = useCallback((slot: HTMLElement | null) => {
    useLocalPlayer.setState({ slot })
    return () => useLocalPlayer.setState({ slot: null })
  }, [])
  return <div ref={ref} className="wl-together-slot" />
}

type MembersProps = { session: TogetherSession; me: string; isGroup: boolean; onOverlay: (overlay: Overlay) => void }

/** The members, their services, and whether all are in sync. */
function Members({ session, me, isGroup, onOverlay }: MembersProps) {
  const { i18n } = useLingui()
  const { chat_id: chatId, members, queue, current } = session
  const freePlaces = session.max_members - members.length
  const settings = i18n._({ id: 'together.settings', message: 'Session settings' })
  const upNext = i18n._({
    id: 'together.queue.count',
    message: '{count, plural, =0 {Queue} one {Queue, # item} other {Queue, # items}}',
    values: { count: queue.length },
  })
  return (
    <div className="wl-together-row">
      <ul className="wl-together-members" data-many={members.length > NAMED || undefined}>
        {members.map((member) => (
          <Member key={member.uid} member={member} current={current} isMe={member.uid === me} />
        ))}
      </ul>
      {members.length > NAMED && <Sum session={session} />}
      <Status session={session} me={me} />
      {isGroup && freePlaces > 0 && (
        <span className="wl-together-free">
          {i18n._({
            id: 'together.free',
            message: '{count, plural, one {# more can join} other {# more can join}}',
            values: { count: freePlaces },
          })}
        </span>
      )}
      <span className="wl-together-tools">
        <UnblockButton />
        <ActionIcon
          className="wl-together-open-queue"
          size={44}
          aria-label={upNext}
          title={upNext}
          aria-haspopup="dialog"
          onClick={() => onOverlay('queue')}
        >
          <IconPlaylist size={20} stroke={1.8} aria-hidden />
          {queue.length > 0 && <small aria-hidden>{queue.length}</small>}
        </ActionIcon>
        <ActionIcon size={44} aria-label={settings} title={settings} aria-haspopup="dialog" onClick={() => onOverlay('settings')}>
          <IconAdjustments size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => leave(chatId)}>
          {i18n._({ id: 'together.leave', message: 'Leave' })}
        </Button>
      </span>
    </div>
  )
}

function Member({ member, current, isMe }: { member: TogetherMember; current: TogetherItem | null; isMe: boolean }) {
  const { i18n } = useLingui()
  const { uid, name, avatar, role } = member
  const platform = current && platformFor(current, member.platform)
  return (
    <li>
      <Avatar person={{ uid, name, avatar_url: avatar }} size={24} />
      <span className="wl-together-name">{isMe ? i18n._({ id: 'together.you', message: 'You' }) : name}</span>
      {platform && (
        <small className="wl-together-platform" data-platform={platform}>
          {platform === 'spotify' ? (
            <IconBrandSpotify size={16} stroke={1.8} aria-hidden />
          ) : (
            <IconBrandYoutube size={16} stroke={1.8} aria-hidden />
          )}
          <span>{memberText(i18n, member, platform)}</span>
        </small>
      )}
      {role === 'host' && <small className="wl-together-role">{i18n._({ id: 'together.role.host', message: 'Host' })}</small>}
    </li>
  )
}

/** The members of a large session as numbers. */
function Sum({ session: { members, current } }: { session: TogetherSession }) {
  const { i18n } = useLingui()
  const count = (platform: Platform) => members.filter((member) => current && platformFor(current, member.platform) === platform).length
  return (
    <span className="wl-together-sum">
      <strong>
        {i18n._({ id: 'together.here', message: '{count, plural, one {Only you} other {# here}}', values: { count: members.length } })}
      </strong>
      {current && (
        <span className="wl-muted">
          {(['spotify', 'youtube'] as const)
            .filter((platform) => count(platform) > 0)
            .map((platform) =>
              i18n._({
                id: 'together.on-platform',
                message: '{count} on {platform}',
                values: { count: count(platform), platform: platformNames[platform] },
              }),
            )
            .join(', ')}
        </span>
      )}
    </span>
  )
}

/** One line for all: what a member did just now, who loads or is behind, or that all are in sync. */
function Status({ session, me }: { session: TogetherSession; me: string }) {
  const { i18n } = useLingui()
  useSeconds(session)
  const sync = useLocalPlayer((player) => player.sync)
  const isDisconnected = useIsDisconnected()
  const { kind, text } = statusOf(i18n, session, me, isDisconnected ? null : sync, serverClock.isKnown() ? serverClock.now() : 0)
  return (
    <output className="wl-together-sync" data-kind={kind}>
      {kind === 'good' && <IconCircleCheck size={16} stroke={1.8} aria-hidden />}
      <span>{text}</span>
    </output>
  )
}

type RejectionProps = { session: TogetherSession; mine: TogetherMember; current: TogetherItem; platform: Platform; onPick: () => void }

/** Why the user's own platform does not play the item, and what they can do. The others play on. */
function Rejection({ session, mine, current, platform, onPick }: RejectionProps) {
  const { i18n } = useLingui()
  if (!mine.error) return null
  const other = platform === 'spotify' ? 'youtube' : 'spotify'
  const hasOther = current.spotify_id !== null && current.youtube_id !== null
  const isConsent = mine.error === 'consent'
  const isTemporary = mine.error === 'advert' || mine.error === 'blocked'
  // The player itself asks for consent.
  if (isConsent && !hasOther) return null
  return (
    <div className="wl-together-rejection" role="alert">
      <span>
        {isConsent ? i18n._({ id: 'together.consent.mine', message: 'The player is waiting for your OK.' }) : errorText(i18n, mine.error)}
      </span>
      {hasOther && !isTemporary && (
        <Button variant={isConsent ? 'default' : 'filled'} onClick={() => sendCommand(session.chat_id, { kind: 'join', platform: other })}>
          {i18n._({ id: 'together.switch', message: 'Play on {platform}', values: { platform: platformNames[other] } })}
        </Button>
      )}
      {!hasOther && !isTemporary && (
        <Button variant="default" onClick={onPick}>
          {i18n._({ id: 'together.pick-other', message: 'Pick another version' })}
        </Button>
      )}
      {!isConsent && !isTemporary && (
        <span className="wl-muted wl-together-wait">{i18n._({ id: 'together.wait', message: 'You’ll rejoin with the next item.' })}</span>
      )}
    </div>
  )
}

function NowPlaying({ session, me, current }: { session: TogetherSession; me: string; current: TogetherItem }) {
  const { i18n } = useLingui()
  const by = session.members.find(({ uid }) => uid === current.added_by)?.name
  return (
    <div className="wl-together-now">
      <span className="wl-line wl-small wl-muted">
        {current.added_by === me
          ? i18n._({ id: 'match-time.you-brought', message: 'Brought by you' })
          : by !== undefined && i18n._({ id: 'together.brought', message: 'Brought by {name}', values: { name: by } })}
      </span>
      <strong className="wl-line" dir="auto">
        {current.title}
      </strong>
      <span className="wl-line wl-small wl-muted" dir="auto">
        <CreatorOf item={current} />
      </span>
    </div>
  )
}

const EVERY_MS = 5_000

/** Announces new reactions of others to screen readers, added up and at most every 5 s. */
export function ReactionAnnouncer({ marks, me }: { marks: readonly TogetherMark[]; me: string }) {
  const { i18n } = useLingui()
  const [count, setCount] = useState(0)
  const announced = useRef(marks.at(-1))
  const announce = useEffectEvent(() => {
    const last = announced.current
    const index = last ? marks.findLastIndex((mark) => isSame(mark, last)) : -1
    announced.current = marks.at(-1)
    setCount(marks.slice(index + 1).filter(({ by }) => by !== me).length)
  })
  useEffect(() => {
    const timer = setInterval(announce, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <output className="wl-hidden">
      {count > 0 &&
        i18n._({ id: 'together.reactions', message: '{count, plural, one {# reaction} other {# reactions}}', values: { count } })}
    </output>
  )
}

/** Each frame creates new objects. */
const isSame = (a: TogetherMark, b: TogetherMark): boolean => a.by === b.by && a.emoji === b.emoji && a.position_ms === b.position_ms
