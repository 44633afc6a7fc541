import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import {
  type Digest,
  notificationCalls,
  type NotificationSettings,
  type NotificationSettingsChange,
  type NotificationChannels,
  type NotificationKind,
  notificationKinds,
  type QuietHours,
} from '#contract/notifications.ts'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { notificationKindText } from '#web/features/notifications/notifications.messages.ts'
import './notification-kinds.css'
import { useEffect, useState } from 'react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { disablePush, enablePush, type PushState, pushState } from '#web/features/notifications/push.ts'
import { notify, systemNotices } from '#web/platform/notices.ts'
import { ChoiceRow, SettingsCard, SettingsSkeleton, SwitchRow, useIsFound } from '../SettingsCard.tsx'
import { readApi } from '#web/platform/api-client.ts'
import { updateOptimistically } from '#web/platform/optimistic-update.ts'

const UnconfirmedAddress = lazyPart(async () => (await import('./UnconfirmedAddress.tsx')).UnconfirmedAddress)

/** This browser's time zone, as an IANA name. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const NIGHT: QuietHours = { from: 22 * 60, until: 7 * 60 }

/** Quiet hours without push, in this browser's time zone. */
function QuietHoursRow({ quiet, onChange }: { quiet: QuietHours | null; onChange: (change: NotificationSettingsChange) => void }) {
  const { i18n } = useLingui()
  const set = (next: QuietHours | null) => onChange({ quiet: next, time_zone: ownTimeZone() })
  return (
    <>
      <SwitchRow
        label={i18n._({ id: 'settings.quiet', message: 'Quiet hours' })}
        hint={i18n._({
          id: 'settings.quiet.hint',
          message: 'No push notifications or notices during this time. Everything stays in your notifications.',
        })}
        checked={quiet !== null}
        onChange={(isOn) => set(isOn ? NIGHT : null)}
      />
      {quiet && (
        <div className="wl-quiet-times">
          <Time
            label={i18n._({ id: 'settings.quiet.from', message: 'From' })}
            minute={quiet.from}
            onChange={(from) => set({ ...quiet, from })}
          />
          <Time
            label={i18n._({ id: 'settings.quiet.until', message: 'Until' })}
            minute={quiet.until}
            onChange={(until) => set({ ...quiet, until })}
          />
          <QuietDays days={quiet.days ?? DAYS} onChange={(days) => set(days.length === 0 ? null : { ...quiet, days })} />
          <p className="wl-dim wl-small">{ownTimeZone().replaceAll('_', ' ')}</p>
        </div>
      )}
    </>
  )
}

const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** The days on which quiet hours begin. Without any there are none. */
function QuietDays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const { i18n } = useLingui()
  // 2024 began on a Monday.
  const nameOf = (day: number, weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(i18n.locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))
  return (
    <fieldset className="wl-quiet-days">
      <legend className="wl-small wl-muted">{i18n._({ id: 'settings.quiet.days', message: 'Starting on' })}</legend>
      {DAYS.map((day) => (
        <button
          key={day}
          type="button"
          className="wl-settings-pill"
          aria-label={nameOf(day, 'long')}
          aria-pressed={days.includes(day)}
          onClick={() =>
            onChange(
              days.includes(day) ? days.filter((other) => other !== day) : DAYS.filter((other) => other === day || days.includes(other)),
            )
          }
        >
          {nameOf(day, 'short')}
        </button>
      ))}
    </fieldset>
  )
}

function Time({ label, minute, onChange }: { label: string; minute: number; onChange: (minute: number) => void }) {
  const twoDigits = (figure: number) => String(figure).padStart(2, '0')
  return (
    <TextInput
      type="time"
      label={label}
      value={`${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`}
      onChange={({ currentTarget }) => {
        const [hours = NaN, minutes = NaN] = currentTarget.value.split(':').map(Number)
        if (!Number.isNaN(hours + minutes)) onChange(hours * 60 + minutes)
      }}
    />
  )
}

/** Which notifications the user receives, where and when. */
export function NotificationsSection() {
  const { i18n } = useLingui()
  const settings = useCall(notificationCalls.getNotificationSettings)
  return (
    <SettingsCard title={i18n._({ id: 'notifications.title', message: 'Notifications' })}>
      {settings.isPending && <SettingsSkeleton rows={5} />}
      {settings.error && <ErrorState kind={settings.error.failure.kind} onRetry={() => void settings.refetch()} />}
      {settings.data && <Choices settings={settings.data} onChange={(change) => void changeNotifications(i18n, change)} />}
    </SettingsCard>
  )
}

type SettingsProps = { settings: NotificationSettings; onChange: (change: NotificationSettingsChange) => void }

function Choices({ settings, onChange }: SettingsProps) {
  const { i18n } = useLingui()
  return (
    <>
      <NotificationKinds kinds={settings.kinds} onChange={(kinds) => onChange({ kinds })} />
      <PushRow />
      <SwitchRow
        label={i18n._({ id: 'settings.push-text', message: 'Show message text' })}
        hint={i18n._({
          id: 'settings.push-text.hint',
          message: 'If this is off, a notification only says who wrote. Others may see your lock screen.',
        })}
        checked={settings.push_shows_text}
        onChange={(isOn) => onChange({ push_shows_text: isOn })}
      />
      <QuietHoursRow quiet={settings.quiet} onChange={onChange} />
      <ChoiceRow<Digest>
        label={i18n._({ id: 'settings.digest', message: 'Summary by email' })}
        hint={i18n._({
          id: 'settings.digest.hint',
          message: 'In the morning, and only if there’s something new. Weekly means Monday, with your week.',
        })}
        value={settings.digest}
        onChange={(digest) => onChange({ digest, time_zone: ownTimeZone() })}
        data={[
          { value: 'off', label: i18n._({ id: 'settings.digest.off', message: 'Off' }) },
          { value: 'daily', label: i18n._({ id: 'settings.digest.daily', message: 'Daily' }) },
          { value: 'weekly', label: i18n._({ id: 'settings.digest.weekly', message: 'Weekly' }) },
        ]}
      />
      {settings.digest !== 'off' && <UnconfirmedAddress />}
    </>
  )
}

type NotificationKindsProps = {
  kinds: NotificationSettings['kinds']
  onChange: (kinds: Partial<Record<NotificationKind, NotificationChannels>>) => void
}

/** A table of notification kinds and channels. */
function NotificationKinds({ kinds, onChange }: NotificationKindsProps) {
  const { i18n } = useLingui()
  const channels: readonly [keyof NotificationChannels, string][] = [
    ['in_app', i18n._({ id: 'settings.channel.in-app', message: 'In the app' })],
    ['push', i18n._({ id: 'settings.channel.push', message: 'Push' })],
    ['mail', i18n._({ id: 'settings.channel.mail', message: 'Email' })],
  ]
  return (
    <table className="wl-kinds">
      <thead>
        <tr>
          <th scope="col">
            <span className="wl-hidden">{i18n._({ id: 'settings.kinds', message: 'Event' })}</span>
          </th>
          {channels.map(([channel, label]) => (
            <th key={channel} scope="col" className="wl-muted wl-small">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds.map((kind) => (
          <KindRow
            key={kind}
            name={notificationKindText(i18n, kind)}
            channels={channels}
            chosen={kinds[kind]}
            onChange={(chosen) => onChange({ [kind]: chosen })}
          />
        ))}
      </tbody>
    </table>
  )
}

type KindRowProps = {
  name: string
  channels: readonly [keyof NotificationChannels, string][]
  chosen: NotificationChannels
  onChange: (chosen: NotificationChannels) => void
}

function KindRow({ name, channels, chosen, onChange }: KindRowProps) {
  if (!useIsFound(name)) return null
  return (
    <tr>
      <th scope="row">{name}</th>
      {channels.map(([channel, label]) => (
        <td key={channel}>
          <label className="wl-kinds-box">
            <input
              type="checkbox"
              aria-label={`${name}: ${label}`}
              checked={chosen[channel]}
              onChange={({ currentTarget }) => onChange({ ...chosen, [channel]: currentTarget.checked })}
            />
          </label>
        </td>
      ))}
    </tr>
  )
}

/** Push notifications in this browser. */
function PushRow() {
  const { i18n } = useLingui()
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isOver = false
    void pushState().then((now) => isOver || setState(now))
    return () => void (isOver = true)
  }, [])

  async function change(isWanted: boolean) {
    setBusy(true)
    try {
      if (isWanted) await enablePush()
      else await disablePush()
    } catch {
      notify('error', i18n._({ id: 'settings.push.failed', message: 'This browser’s push service can’t be reached. Try again later.' }))
    } finally {
      setState(await pushState())
      setBusy(false)
    }
  }

  return (
    <SwitchRow
      label={i18n._({ id: 'settings.push', message: 'Push notifications' })}
      hint={hintOf(i18n, state)}
      checked={state === 'on'}
      disabled={isBusy || state === null || state === 'unsupported' || state === 'denied'}
      onChange={(isOn) => void change(isOn)}
    />
  )
}

function hintOf(i18n: I18n, state: PushState | null): string {
  if (state === 'unsupported')
    return i18n._({ id: 'settings.push.unsupported', message: 'This browser doesn’t support push notifications here.' })
  if (state === 'denied')
    return i18n._({ id: 'settings.push.denied', message: 'Notifications are blocked in this browser. Allow them in its settings first.' })
  if (systemNotices())
    return i18n._({ id: 'settings.push.phone', message: 'On this phone while the app is in the background, until you log out.' })
  return i18n._({ id: 'settings.push.hint', message: 'In this browser while you’re away, until you log out.' })
}

/** Saves a change optimistically; a failure rolls it back and shows a notice. */
async function changeNotifications(i18n: I18n, change: NotificationSettingsChange): Promise<void> {
  const failure = await updateOptimistically(
    notificationCalls.getNotificationSettings,
    {},
    { shown: (now) => applyChange(now, change), send: () => readApi(notificationCalls.changeNotificationSettings, { body: change }) },
  )
  if (failure === null) return
  notify('error', failure.sentence ?? i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' }))
}

function applyChange(current: NotificationSettings, change: NotificationSettingsChange): NotificationSettings {
  const { kinds, quiet: quietHours, time_zone, push_shows_text, digest } = change
  return {
    kinds: { ...current.kinds, ...kinds },
    quiet: quietHours === undefined ? current.quiet : quietHours,
    time_zone: time_zone ?? current.time_zone,
    push_shows_text: push_shows_text ?? current.push_shows_text,
    digest: digest ?? current.digest,
  }
}
