import { useLingui } from '@lingui/react'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown for a missing and for a hidden conversation alike. */
export function MissingConversation() {
  const { i18n } = useLingui()
  return (
    <div className="wl-chat-none">
      <EmptyState next={{ to: '/chat', label: i18n._({ id: 'chat.back', message: 'All conversations' }), variant: 'default' }}>
        {i18n._({ id: 'state.missing.advice', message: 'It may have been deleted, or you can’t see it.' })}
      </EmptyState>
    </div>
  )
}
