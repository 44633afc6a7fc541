import { useLingui } from '@lingui/react'
import { useUnreadMessages } from '#web/features/chat/runtime/current-chat.ts'
import type { NavItem } from './nav.ts'

/** The unread count of a navigation item. */
export function NavBadge({ of, floating = false }: { of: NavItem['key']; floating?: boolean }) {
  return of === 'chat' ? <UnreadBadge floating={floating} /> : null
}

function UnreadBadge({ floating }: { floating: boolean }) {
  const { i18n } = useLingui()
  const count = useUnreadMessages() ?? 0
  return count > 0 ? (
    <Badge
      count={count}
      floating={floating}
      label={i18n._({ id: 'nav.unread', message: '{count, plural, one {# unread message} other {# unread messages}}', values: { count } })}
    />
  ) : null
}

/** A count in the match color; the label is its accessible name. */
export function Badge({ count, label, floating }: { count: number; label: string; floating: boolean }) {
  return (
    <span className="wl-badge" data-floating={floating || undefined}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="wl-hidden">{label}</span>
    </span>
  )
}
