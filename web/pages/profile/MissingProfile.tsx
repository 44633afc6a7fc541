import { useLingui } from '@lingui/react'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** The page for missing and for hidden people; it must look the same for both. */
export function MissingProfile() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={i18n._({ id: 'connections.nobody', message: 'Person not found' })} />
      <EmptyState next={{ to: '/find_buddies', label: i18n._({ id: 'connections.nobody.action', message: 'Find buddies' }) }}>
        {i18n._({ id: 'connections.nobody.why', message: 'They may have left, or you can’t see their profile.' })}
      </EmptyState>
    </>
  )
}
