import { notificationCalls, type NotificationSettings, type NotificationSettingsChange } from '#contract/notifications.ts'
import { readApi } from '#web/platform/api-client.ts'
import { updateOptimistically } from '#web/platform/optimistic-update.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'

/** Saves a change optimistically; a failure rolls it back and shows a notice. */
export async function changeNotifications(change: NotificationSettingsChange): Promise<void> {
  const failure = await updateOptimistically(
    notificationCalls.getNotificationSettings,
    {},
    { shown: (now) => shown(now, change), send: () => readApi(notificationCalls.changeNotificationSettings, { body: change }) },
  )
  if (failure === null) return
  notify('error', failure.sentence ?? i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' }))
}

function shown(current: NotificationSettings, change: NotificationSettingsChange): NotificationSettings {
  const { kinds, quiet, time_zone, push_shows_text, digest } = change
  return {
    kinds: { ...current.kinds, ...kinds },
    quiet: quiet === undefined ? current.quiet : quiet,
    time_zone: time_zone ?? current.time_zone,
    push_shows_text: push_shows_text ?? current.push_shows_text,
    digest: digest ?? current.digest,
  }
}
