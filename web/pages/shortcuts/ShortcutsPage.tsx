import { useLingui } from '@lingui/react'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ShortcutList } from './ShortcutList.tsx'

export function ShortcutsPage() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader
        title={i18n._({ id: 'shortcuts.title', message: 'Keyboard shortcuts' })}
        lead={i18n._({ id: 'shortcuts.lead', message: 'Everything works without a mouse, too. These are the shortcuts.' })}
      />
      <ShortcutList />
    </>
  )
}
