import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown when too little of the viewer's taste is known, with a link to add more. */
export function AddTaste({ children }: { children: ReactNode }) {
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
