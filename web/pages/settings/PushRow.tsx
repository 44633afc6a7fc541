import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { disablePush, enablePush, type PushState, pushState } from '#web/features/notifications/push.ts'
import { notify } from '#web/platform/notices.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { SettingsRow } from './SettingsCard.tsx'

/** Push to this very browser. */
export function PushRow() {
  const { i18n } = useLingui()
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isOver = false
    void pushState().then((now) => isOver || setState(now))
    return () => void (isOver = true)
  }, [])

  async function change(isWanted: boolean) {
    setBusy(true)
    try {
      if (isWanted) await enablePush()
      else await disablePush()
    } catch {
      notify('error', i18n._({ id: 'settings.push.failed', message: 'This browser’s push service can’t be reached. Try again later.' }))
    } finally {
      setState(await pushState())
      setBusy(false)
    }
  }

  const label = i18n._({ id: 'settings.push', message: 'Push to this browser' })
  return (
    <SettingsRow label={label} hint={hintOf(i18n, state)}>
      <Switch
        aria-label={label}
        checked={state === 'on'}
        disabled={isBusy || state === null || state === 'unsupported' || state === 'denied'}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
    </SettingsRow>
  )
}

function hintOf(i18n: ReturnType<typeof useLingui>['i18n'], state: PushState | null): string {
  if (state === 'unsupported') return i18n._({ id: 'settings.push.unsupported', message: 'This browser can’t receive push here.' })
  if (state === 'denied')
    return i18n._({ id: 'settings.push.denied', message: 'You have told this browser not to. Allow notifications in its settings first.' })
  return i18n._({ id: 'settings.push.hint', message: 'While you are away, until you sign out here.' })
}
