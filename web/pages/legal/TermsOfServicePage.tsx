import { useLingui } from '@lingui/react'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TermsText } from './TermsText.tsx'

export function TermsOfServicePage() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader
        title={i18n._({ id: 'legal.terms', message: 'Terms of service' })}
        lead={i18n._({ id: 'legal.terms.lead', message: 'What we expect of each other.' })}
      />
      <TermsText />
    </>
  )
}
