import { useLingui } from '@lingui/react'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PrivacyText } from './PrivacyText.tsx'

export function PrivacyPolicyPage() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader
        title={i18n._({ id: 'legal.privacy', message: 'Privacy policy' })}
        lead={i18n._({ id: 'legal.privacy.lead', message: 'Short, and true to what the software does.' })}
      />
      <PrivacyText />
    </>
  )
}
