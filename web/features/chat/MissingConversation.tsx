import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'

/** Shown for a missing and for a hidden conversation alike. `children`: what the user didn’t send there. */
export function MissingConversation({ children }: { children?: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-chat-none">
      <PageTitle title={i18n._({ id: 'chat.title', message: 'Chat' })} />
      <EmptyState
        title={i18n._({ id: 'chat.missing', message: 'Conversation not found' })}
        next={{ to: '/chat', label: i18n._({ id: 'chat.back', message: 'All conversations' }), variant: 'default' }}
      >
        {i18n._({ id: 'state.missing.advice', message: 'It may have been deleted, or you can’t see it.' })}
      </EmptyState>
      {children}
    </div>
  )
}
