import { useState, type CSSProperties } from 'react'
import { useLingui } from '@lingui/react'
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlayerSkipForwardFilled, IconRewindBackward15 } from '@tabler/icons-react'
import type { TogetherItem, TogetherMember, TogetherSession } from '#contract/together.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { mayControl, platformFor, secondsOf, sendCommand, useLocalPlayer } from './together.store.ts'
import { useSeconds } from './use-seconds.ts'

const EMOJI = ['🔥', '😮', '❤️', '😂'] as const
const BACK_S = 15
/** Reactions float over the line for this long around their second. */
const FLOATING_S = 2

type Props = { session: TogetherSession; current: TogetherItem; mine: TogetherMember | undefined }

/** Playback for everyone, and reactions. */
export function Controls({ session, current, mine }: Props) {
  const { i18n } = useLingui()
  const { chat_id: chatId, timeline, members, skips } = session
  const isPlaying = timeline.rate === 1
  const isAllowed = mayControl(session, mine)
  const toggle = isPlaying
    ? i18n._({ id: 'together.pause', message: 'Pause for everyone' })
    : i18n._({ id: 'together.play', message: 'Play for everyone' })
  const skip = i18n._({ id: 'together.skip', message: 'Skip' })
  const back = i18n._({ id: 'together.back', message: 'Back 15 s' })
  const platform = platformFor(current, mine?.platform ?? null)
  const other = platform === 'spotify' ? 'youtube' : 'spotify'
  return (
    <div className="wl-together-controls">
      <ActionIcon
        className="wl-together-rewind"
        size={44}
        disabled={!isAllowed}
        aria-label={back}
        title={back}
        onClick={() => sendCommand(chatId, { kind: 'seek', position_ms: Math.max(0, secondsOf(session) - BACK_S) * 1_000 })}
      >
        <IconRewindBackward15 size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        className="wl-together-play"
        size={44}
        disabled={!isAllowed}
        aria-label={toggle}
        title={toggle}
        onClick={() => sendCommand(chatId, { kind: isPlaying ? 'pause' : 'play' })}
      >
        {isPlaying ? <IconPlayerPauseFilled size={20} aria-hidden /> : <IconPlayerPlayFilled size={20} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        className="wl-together-skip"
        size={44}
        aria-label={skip}
        title={skip}
        onClick={() => sendCommand(chatId, { kind: 'skip', item: current.id })}
      >
        <IconPlayerSkipForwardFilled size={20} aria-hidden />
      </ActionIcon>
      {skips.length > 0 && (
        <span className="wl-small">
          {i18n._({
            id: 'together.skips',
            message: '{count} of {needed} to skip',
            values: { count: skips.length, needed: Math.floor(members.filter(({ is_away: isAway }) => isAway !== true).length / 2) + 1 },
          })}
        </span>
      )}
      <span className="wl-together-reactions">
        {EMOJI.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className="wl-together-emoji"
            aria-label={i18n._({ id: 'together.react', message: 'React with {emoji}', values: { emoji } })}
            onClick={() => {
              navigator.vibrate?.(10)
              sendCommand(chatId, { kind: 'react', item: current.id, emoji, position_ms: Math.round(secondsOf(session) * 1_000) })
            }}
          >
            {emoji}
          </button>
        ))}
      </span>
      {current.spotify_id !== null && current.youtube_id !== null && (
        <Button className="wl-together-switch" variant="subtle" onClick={() => sendCommand(chatId, { kind: 'join', platform: other })}>
          {i18n._({ id: 'together.switch', message: 'Play on {platform}', values: { platform: platformNames[other] } })}
        </Button>
      )}
    </div>
  )
}

/** The position, the way to change it, and the reactions at their seconds. */
export function Progress({ session, current, mine }: Props) {
  const { i18n } = useLingui()
  const { chat_id: chatId, marks } = session
  const durationMs = useLocalPlayer((player) => player.durationMs)
  const [dragged, setDragged] = useState<number | null>(null)
  const seconds = useSeconds(session)
  const total = durationMs === null ? null : durationMs / 1_000
  const shown = dragged ?? (total === null ? seconds : Math.min(seconds, total))
  const seek = () => {
    if (dragged !== null) sendCommand(chatId, { kind: 'seek', position_ms: dragged * 1_000 })
    setDragged(null)
  }
  const time =
    total === null
      ? clockTime(shown)
      : i18n._({ id: 'mini.position.of', message: '{at} of {total}', values: { at: clockTime(shown), total: clockTime(total) } })
  return (
    <div className="wl-together-progress" style={{ '--wl-played': total ? `${(shown / total) * 100}%` : '0%' } as CSSProperties}>
      <span className="wl-together-marks" aria-hidden>
        {total !== null &&
          marks.map(({ emoji, by, position_ms: at }, index) => (
            <span
              // Two equal reactions differ only by their order, which never changes.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${by} ${at} ${index}`}
              data-floating={Math.abs(at / 1_000 - seconds) < FLOATING_S || undefined}
              style={{ insetInlineStart: `${Math.min(1, at / 1_000 / total) * 100}%` }}
            >
              {emoji}
            </span>
          ))}
      </span>
      <input
        type="range"
        min={0}
        max={Math.max(1, Math.round(total ?? 1))}
        // Without a known length, the position can't be shown on the line.
        value={total === null ? 0 : Math.round(shown)}
        step={5}
        disabled={total === null || !mayControl(session, mine)}
        aria-label={i18n._({ id: 'mini.position', message: 'Position in {title}', values: { title: current.title } })}
        aria-valuetext={time}
        onChange={({ currentTarget }) => setDragged(Number(currentTarget.value))}
        onPointerUp={seek}
        onKeyUp={seek}
        onBlur={seek}
      />
      <span className="wl-together-time">
        <span>{clockTime(shown)}</span>
        {total !== null && <span>{clockTime(total)}</span>}
      </span>
    </div>
  )
}
