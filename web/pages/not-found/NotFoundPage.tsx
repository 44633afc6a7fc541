import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** Anything that no page answers: a way back, and search for those who are in. */
export function NotFoundPage() {
  const { i18n } = useLingui()
  const isIn = useStanding() === 'ready'
  return (
    <>
      <PageHeader title={i18n._({ id: 'not-found.title', message: 'Nothing plays here' })} />
      <EmptyState
        action={
          <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap', justifyContent: 'center' }}>
            <Button component={Link} to="/">
              {i18n._({ id: 'not-found.home', message: 'Back to the start' })}
            </Button>
            {isIn && (
              <Button component={Link} to="/search" variant="default">
                {i18n._({ id: 'not-found.search', message: 'Search' })}
              </Button>
            )}
          </div>
        }
      >
        {i18n._({ id: 'not-found.text', message: 'This address leads to no page. It may have been mistyped, or the page has moved.' })}
      </EmptyState>
    </>
  )
}
