import { useLingui } from '@lingui/react'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

export function SettingsPage() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={'x'} />
      <EmptyState>{i18n._({ id: 'page.nothing-yet', message: 'There is nothing here yet.' })}</EmptyState>
    </>
  )
}
