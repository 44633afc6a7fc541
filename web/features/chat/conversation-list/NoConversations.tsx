import { useLingui } from '@lingui/react'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** For a user without any conversation. */
export function NoConversations() {
  const { i18n } = useLingui()
  return (
    <EmptyState next={{ to: '/find_buddies', label: i18n._({ id: 'chat.list.none.action', message: 'Find buddies' }) }}>
      {i18n._({ id: 'chat.list.none', message: 'No conversations yet. Connect with someone on your wavelength and say hello.' })}
    </EmptyState>
  )
}
