import { useLingui } from '@lingui/react'
import { IconClock } from '@tabler/icons-react'
import { clockTime as remainingTime } from '#web/ui/text/clock-time.ts'
import { timeOfDay, dayText } from '../engine/times.ts'
import './groups.css'

/** Replaces the composer for a read-only new member. */
export function ReadOnlyNotice({ untilMs, nowMs }: { untilMs: number | null; nowMs: number }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-chat-closed">
      {untilMs === null
        ? i18n._({ id: 'group.read-only', message: 'New members can only read until an admin allows them to write.' })
        : i18n._({
            id: 'group.read-only.until',
            message: 'New members can only read at first. You can write from {day}, {time}.',
            values: { day: dayText(untilMs, i18n.locale, nowMs), time: timeOfDay(untilMs, i18n.locale) },
          })}
    </p>
  )
}

/** Counts down to the next message in slow mode. Screen readers don't announce each second; they announce an early attempt to send. */
export function SlowModeNotice({ untilMs, nowMs }: { untilMs: number; nowMs: number }) {
  const { i18n } = useLingui()
  const time = remainingTime(Math.ceil((untilMs - nowMs) / 1_000))
  return (
    <p className="wl-group-slow" role="timer" aria-live="off">
      <IconClock size={16} stroke={1.8} aria-hidden />
      {i18n._({ id: 'group.slow', message: 'Slow mode: next message in {time}', values: { time } })}
    </p>
  )
}
