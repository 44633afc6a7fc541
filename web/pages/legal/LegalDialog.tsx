import { useLingui } from '@lingui/react'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { PrivacyText } from './PrivacyText.tsx'
import { TermsText } from './TermsText.tsx'

export function LegalDialog({ text, onClose }: { text: 'privacy' | 'terms'; onClose: () => void }) {
  const { i18n } = useLingui()
  const titles = {
    privacy: i18n._({ id: 'legal.privacy', message: 'Privacy policy' }),
    terms: i18n._({ id: 'legal.terms', message: 'Terms of service' }),
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={titles[text]}>
      {text === 'privacy' ? <PrivacyText /> : <TermsText />}
    </Modal>
  )
}
