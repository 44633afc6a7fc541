import { useLingui } from '@lingui/react'
import { IconHeart, IconMessage, IconMessageCircle, IconShield, IconUserCheck, IconUserPlus, type Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { relativeTime } from '#web/features/connections/relative-time.ts'
import { markRead } from './notifications.api.ts'
import { pathOf, sentenceOf } from './notifications.words.ts'
import './notifications.css'

const icons: Record<NotificationKind, Icon> = {
  request_asked: IconUserPlus,
  request_accepted: IconUserCheck,
  moment_liked: IconHeart,
  moment_commented: IconMessage,
  message_request: IconMessageCircle,
  message: IconMessageCircle,
  moderation: IconShield,
}

/** One entry: who, what, when, and the way there. Following it marks it as read. */
export function NotificationRow({ notification, onPick }: { notification: Notification; onPick?: () => void }) {
  const path = pathOf(notification)
  const handlePick = () => {
    if (notification.is_unread) void markRead(notification.key)
    onPick?.()
  }
  return (
    <li className="wl-notification" data-unread={notification.is_unread || undefined}>
      {path === null ? (
        <div className="wl-notification-in">
          <Content notification={notification} />
        </div>
      ) : (
        <Link className="wl-notification-in" to={path} onClick={handlePick}>
          <Content notification={notification} />
        </Link>
      )}
    </li>
  )
}

function Content({ notification }: { notification: Notification }) {
  const { i18n } = useLingui()
  const { kind, people, excerpt, at, is_unread: isUnread } = notification
  const KindIcon = icons[kind]
  return (
    <>
      <span className="wl-notification-kind" data-kind={kind} aria-hidden>
        <KindIcon size={18} stroke={1.8} />
      </span>
      <span className="wl-notification-text">
        {people.length > 0 && <AvatarStack people={people} size={28} />}
        <span className="wl-notification-sentence">{sentenceOf(i18n, notification)}</span>
        {excerpt !== '' && <span className="wl-line wl-muted wl-small">{excerpt}</span>}
      </span>
      <span className="wl-notification-when">
        <time dateTime={at} className="wl-dim wl-small">
          {relativeTime(at, i18n.locale)}
        </time>
        {isUnread && (
          <span className="wl-notification-dot">
            <span className="wl-hidden">{i18n._({ id: 'notifications.unread', message: 'unread' })}</span>
          </span>
        )}
      </span>
    </>
  )
}
