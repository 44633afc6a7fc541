import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Nothing was found, because too little is known of what the viewer loves: where to say more. */
export function TellUsFirst({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <EmptyState
      action={
        <Button component={Link} to="/social_connect">
          {i18n._({ id: 'match.empty.action', message: 'Tell us what you love' })}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
