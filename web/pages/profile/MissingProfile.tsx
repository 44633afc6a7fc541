import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** The page for missing and for hidden people; it must look the same for both. */
export function MissingProfile() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={i18n._({ id: 'connections.nobody', message: 'Person not found' })} />
      <EmptyState
        action={
          <Button component={Link} to="/find_buddies">
            {i18n._({ id: 'connections.nobody.action', message: 'Find buddies' })}
          </Button>
        }
      >
        {i18n._({ id: 'connections.nobody.why', message: 'They may have left, or you can’t see their profile.' })}
      </EmptyState>
    </>
  )
}
