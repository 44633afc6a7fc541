/* The phone's own notifications: what the hidden app would show as a notice, with "Reply" or "Accept" on it. */
import { LocalNotifications, type ActionPerformed } from '@capacitor/local-notifications'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import { type Notice, setSystemNotices } from '#web/platform/notices.ts'

/** The plugin's name for a press on the notification itself. */
const TAP = 'tap'
/** Set when the user turned notifications off in the app; the phone has its own switch. */
const OFF = 'phone-notifications-off'

type Stop = () => void

/** Shows notices of the hidden app as notifications. Returns a function that stops it. */
export function startPhoneNotifications(): Stop {
  const shown = new Map<number, Notice>()

  async function state() {
    const { display } = await LocalNotifications.checkPermissions()
    if (display === 'denied') return 'denied'
    return display === 'granted' && readStored(OFF) === null ? 'on' : 'off'
  }

  async function show(notice: Notice): Promise<void> {
    if ((await state()) !== 'on') return
    if (notice.about !== null) await hide(notice.about)
    shown.set(notice.key, notice)
    const { answer } = notice
    if (answer)
      await LocalNotifications.registerActionTypes({
        types: [
          { id: answer.kind, actions: [{ id: answer.kind, title: answer.label, ...(answer.kind === 'reply' ? { input: true } : {}) }] },
        ],
      })
    await LocalNotifications.schedule({
      notifications: [
        {
          id: notice.key,
          title: PRODUCT_NAME,
          body: notice.message,
          ...(answer ? { actionTypeId: answer.kind } : {}),
          ...(notice.about === null ? {} : { threadIdentifier: notice.about }),
        },
      ],
    })
  }

  async function hide(about: string): Promise<void> {
    const keys = [...shown.values()].filter((notice) => notice.about === about).map(({ key }) => key)
    if (keys.length === 0) return
    for (const key of keys) shown.delete(key)
    const delivered = await LocalNotifications.getDeliveredNotifications()
    await LocalNotifications.removeDeliveredNotifications({ notifications: delivered.notifications.filter(({ id }) => keys.includes(id)) })
  }

  function handleAction({ actionId, inputValue, notification }: ActionPerformed): void {
    // A notification of an earlier start of the app only opens it.
    const notice = shown.get(notification.id)
    if (!notice) return
    shown.delete(notification.id)
    const { answer } = notice
    const text = inputValue?.trim() ?? ''
    if (actionId === TAP) notice.action?.run()
    else if (answer?.kind === 'accept') answer.run()
    else if (answer && text !== '') answer.run(text)
  }

  const listening = LocalNotifications.addListener('localNotificationActionPerformed', handleAction)
  const unregister = setSystemNotices({
    show: (notice) => void show(notice),
    hide: (about) => void hide(about),
    state,
    async enable() {
      writeStored(OFF, null)
      await LocalNotifications.requestPermissions()
    },
    async disable() {
      writeStored(OFF, 'yes')
      shown.clear()
      await LocalNotifications.removeAllDeliveredNotifications()
    },
  })
  return () => {
    unregister()
    void listening.then((handle) => handle.remove())
  }
}
