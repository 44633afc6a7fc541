import { useLingui } from '@lingui/react'
import { notify } from '#web/platform/notices.ts'
import { Button } from '#web/ui/Button.tsx'

/** Copies a text that the user should keep. */
export function CopyButton({ text }: { text: string }) {
  const { i18n } = useLingui()

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text)
      notify('positive', i18n._({ id: 'settings.copied', message: 'Copied.' }))
    } catch {
      notify('error', i18n._({ id: 'settings.copy.failed', message: 'Couldn’t copy. Select the text instead.' }))
    }
  }

  return (
    <Button variant="default" onClick={() => void handleCopy()}>
      {i18n._({ id: 'settings.copy', message: 'Copy' })}
    </Button>
  )
}
