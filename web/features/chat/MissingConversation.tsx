import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown for a missing and for a hidden conversation alike. */
export function MissingConversation() {
  const { i18n } = useLingui()
  return (
    <div className="wl-chat-none">
      <EmptyState
        action={
          <Button component={Link} to="/chat" variant="default">
            {i18n._({ id: 'chat.back', message: 'All conversations' })}
          </Button>
        }
      >
        {i18n._({ id: 'state.missing.advice', message: 'It may have been deleted, or you can’t see it.' })}
      </EmptyState>
    </div>
  )
}
