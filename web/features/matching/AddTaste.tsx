import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown when too little of the viewer's taste is known, with a link to add more. */
export function AddTaste({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <EmptyState next={{ to: '/social_connect#picks', label: i18n._({ id: 'match.empty.action', message: 'Tell us what you love' }) }}>
      {children}
    </EmptyState>
  )
}
