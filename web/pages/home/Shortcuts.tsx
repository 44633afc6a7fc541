import { useLingui } from '@lingui/react'
import { IconCalendarWeek, IconMessageCircle, IconPencilPlus, IconPlugConnected, IconSparkles, type Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import './Shortcuts.css'

type Shortcut = { to: string; icon: Icon; kind: 'music' | 'video' | 'match' | 'plain'; title: string; text: string }

/** Links to the most used pages. */
export function Shortcuts() {
  const { i18n } = useLingui()
  const shortcuts: readonly Shortcut[] = [
    {
      to: '/discover_content',
      icon: IconSparkles,
      kind: 'music',
      title: i18n._({ id: 'home.discover', message: 'Fresh for you' }),
      text: i18n._({ id: 'home.discover.text', message: 'Loved by people with similar taste' }),
    },
    {
      to: '/moments',
      icon: IconPencilPlus,
      kind: 'match',
      title: i18n._({ id: 'home.share', message: 'Share a moment' }),
      text: i18n._({ id: 'home.share.text', message: 'A track, a video, a thought' }),
    },
    {
      to: '/chat',
      icon: IconMessageCircle,
      kind: 'video',
      title: i18n._({ id: 'home.chat', message: 'Keep talking' }),
      text: i18n._({ id: 'home.chat.text', message: 'Your conversations' }),
    },
    {
      to: '/week',
      icon: IconCalendarWeek,
      kind: 'plain',
      title: i18n._({ id: 'week.title', message: 'Your week' }),
      text: i18n._({ id: 'home.week.text', message: 'What you played, and who moved closer' }),
    },
    {
      to: '/social_connect',
      icon: IconPlugConnected,
      kind: 'plain',
      title: i18n._({ id: 'home.accounts', message: 'Your music and video accounts' }),
      text: i18n._({ id: 'home.accounts.text', message: 'Connect accounts and choose who sees what' }),
    },
  ]
  return (
    <ul className="wl-shortcuts">
      {shortcuts.map(({ to, icon: ShortcutIcon, kind, title, text }) => (
        <li key={to}>
          <Link to={to} className="wl-card wl-shortcut">
            <span className="wl-shortcut-icon" data-kind={kind}>
              <ShortcutIcon size={20} stroke={1.8} aria-hidden />
            </span>
            <span>
              <strong>{title}</strong>
              <span className="wl-dim wl-small">{text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
