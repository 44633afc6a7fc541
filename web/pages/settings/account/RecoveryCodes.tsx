import { useLingui } from '@lingui/react'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '../CopyButton.tsx'

/** New recovery codes. They can't be shown again: the server keeps them encrypted. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { i18n } = useLingui()
  const text = codes.join('\n')
  return (
    <div className="wl-form">
      <p>
        {i18n._({
          id: 'second-factor.codes.lead',
          message: 'Save these recovery codes now. Each signs you in once if you lose your phone, and we can’t show them again.',
        })}
      </p>
      <ul className="wl-recovery-codes" dir="ltr" aria-label={i18n._({ id: 'second-factor.codes', message: 'Recovery codes' })}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="wl-settings-actions">
        <CopyButton text={text} />
        <Button variant="default" onClick={() => download(text)}>
          {i18n._({ id: 'second-factor.codes.download', message: 'Download' })}
        </Button>
        <Button onClick={onDone}>{i18n._({ id: 'second-factor.codes.saved', message: 'I saved them' })}</Button>
      </div>
    </div>
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  link.download = `${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`
  link.click()
}
