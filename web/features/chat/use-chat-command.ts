import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { notify } from '#web/platform/notices.ts'
import { failureOf } from '#web/platform/query.ts'

export const chatErrorText = (i18n: I18n, error: unknown): string =>
  failureOf(error).sentence ?? i18n._({ id: 'chat.manage.failed', message: 'That didn’t work. Please try again.' })

/** Runs one command at a time and shows a notice when it fails. `run` returns whether it succeeded. */
export function useChatCommand() {
  const { i18n } = useLingui()
  const [isBusy, setBusy] = useState(false)
  async function run(command: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    try {
      await command()
      return true
    } catch (error) {
      notify('error', chatErrorText(i18n, error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
