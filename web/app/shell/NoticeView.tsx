import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import './notices.css'
import { useLingui } from '@lingui/react'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck, IconInfoCircle, IconMessage, type Icon } from '@tabler/icons-react'
import { useEffect } from 'react'
import { timings } from '#contract/limits.ts'
import { setNoticeView, type Notice, type NoticeKind } from '#web/platform/notices.ts'

const icons: Record<NoticeKind, Icon> = { positive: IconCheck, neutral: IconMessage, info: IconInfoCircle, error: IconAlertCircle }

/** Renders notices at the bottom, each for its duration. */
export function NoticeView() {
  const { i18n } = useLingui()
  const close = i18n._({ id: 'notice.close', message: 'Close notice' })
  useEffect(() => setNoticeView((notice) => show(notice, close), hide), [close])
  return <Notifications position="bottom-center" autoClose={timings.noticeMs} limit={4} zIndex={900} />
}

/** ID of the visible notice for each subject. */
const shownAbout = new Map<string, string>()

function hide(about: string): void {
  const id = shownAbout.get(about)
  if (id !== undefined) notifications.hide(id)
}

function show({ key, kind, message, timeoutMs, action, about }: Notice, closeLabel: string): void {
  const Icon = icons[kind]
  const id = String(key)
  if (about !== null) {
    hide(about)
    shownAbout.set(about, id)
  }
  notifications.show({
    id,
    autoClose: timeoutMs,
    onClose: () => {
      if (about !== null && shownAbout.get(about) === id) shownAbout.delete(about)
    },
    className: 'wl-notice',
    'data-kind': kind,
    role: kind === 'error' ? 'alert' : 'status',
    icon: <Icon size={20} stroke={1.8} />,
    closeButtonProps: { 'aria-label': closeLabel },
    message: (
      <span className="wl-notice-line">
        <span>{message}</span>
        {action && (
          <button
            type="button"
            className="wl-notice-action"
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </span>
    ),
  })
}
