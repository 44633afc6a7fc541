import { useLingui } from '@lingui/react'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

export function DiscoverPage() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={i18n._({ id: 'discover.title', message: 'Heard around you' })} />
      <EmptyState>{i18n._({ id: 'page.nothing-yet', message: 'There is nothing here yet.' })}</EmptyState>
    </>
  )
}
