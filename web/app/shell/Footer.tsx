import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

export function Footer() {
  const { i18n } = useLingui()
  return (
    <footer className="wl-footer">
      <span style={{ flex: 1 }}>{PRODUCT_NAME}</span>
      <Link to="/social_connect">{i18n._({ id: 'footer.sources', message: 'Where taste comes from' })}</Link>
      <Link to="/privacy-policy">{i18n._({ id: 'footer.privacy', message: 'Privacy' })}</Link>
      <Link to="/terms-of-service">{i18n._({ id: 'footer.terms', message: 'Terms' })}</Link>
      <LanguageChoice />
    </footer>
  )
}
