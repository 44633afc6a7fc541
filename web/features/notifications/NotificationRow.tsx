import { useLingui } from '@lingui/react'
import {
  IconArrowBackUp,
  IconBell,
  IconAt,
  IconCalendarWeek,
  IconHeart,
  IconMessage,
  IconMessageCircle,
  IconPlaylist,
  IconPlugX,
  IconRepeat,
  IconShield,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconUsersPlus,
  type Icon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { markRead } from './notifications.api.ts'
import { notificationPath, notificationText } from './notifications.messages.ts'
import './notifications.css'

const icons: Record<NotificationKind, Icon> = {
  request_asked: IconUserPlus,
  request_accepted: IconUserCheck,
  moment_liked: IconHeart,
  moment_commented: IconMessage,
  moment_mentioned: IconAt,
  moment_quoted: IconRepeat,
  moment_posted: IconBell,
  comment_replied: IconArrowBackUp,
  comment_liked: IconHeart,
  message_request: IconMessageCircle,
  message: IconMessageCircle,
  group_invited: IconUsersGroup,
  group_asked: IconUsersPlus,
  group_admitted: IconUsers,
  recap_ready: IconCalendarWeek,
  blend_invited: IconPlaylist,
  blend_mixed: IconPlaylist,
  source_stopped: IconPlugX,
  moderation: IconShield,
}

/** One notification: who, what, when, and a link. Following it marks it as read. */
export function NotificationRow({ notification, onPick }: { notification: Notification; onPick?: () => void }) {
  const handlePick = () => {
    if (notification.is_unread) void markRead(notification.key)
    onPick?.()
  }
  return (
    <li className="wl-notification" data-unread={notification.is_unread || undefined}>
      <Link className="wl-notification-in" to={notificationPath(notification)} onClick={handlePick}>
        <Content notification={notification} />
      </Link>
    </li>
  )
}

function Content({ notification }: { notification: Notification }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  const { kind, people, excerpt, at, is_unread: isUnread } = notification
  const KindIcon = icons[kind]
  const [first] = people
  return (
    <>
      <span className="wl-notification-who" aria-hidden>
        {first && <Avatar person={first} size={44} />}
        <span className="wl-notification-kind" data-kind={kind} data-alone={!first || undefined}>
          <KindIcon size={first ? 13 : 20} stroke={2} />
        </span>
      </span>
      <span className="wl-notification-text">
        <span className="wl-notification-sentence">{notificationText(i18n, notification)}</span>
        {excerpt !== '' && <span className="wl-line wl-muted wl-small">{excerpt}</span>}
        <time dateTime={at} className="wl-dim wl-small">
          {relativeTime(at, i18n.locale, nowMs)}
        </time>
      </span>
      {isUnread && (
        <span className="wl-notification-dot">
          <span className="wl-hidden">{i18n._({ id: 'notifications.unread', message: 'unread' })}</span>
        </span>
      )}
    </>
  )
}
