import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy.ts'

/** Copies a text that the user should keep. */
export function CopyButton({ text }: { text: string }) {
  const { i18n } = useLingui()

  return (
    <Button variant="default" onClick={() => void copyText(i18n, text)}>
      {i18n._({ id: 'settings.copy', message: 'Copy' })}
    </Button>
  )
}
