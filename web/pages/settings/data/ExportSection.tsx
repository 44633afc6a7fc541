import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Reauthenticate } from '#web/features/identity/forms/Reauthenticate.tsx'
import { identityMethods } from '#web/features/identity/session.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { AccountGate } from '../account/AccountGate.tsx'
import { SettingsCard, SettingsRow } from '../SettingsCard.tsx'

/** Exports all of the user's data as a file. */
export function ExportSection() {
  const { i18n } = useLingui()
  return (
    <AccountGate needs="export_data">
      <SettingsCard title={i18n._({ id: 'settings.export', message: 'Your data' })}>
        <Export />
      </SettingsCard>
    </AccountGate>
  )
}

function Export() {
  const { i18n } = useLingui()
  const [url, setUrl] = useState<string | null>(null)
  const { isBusy, problem, run, reset } = useCommand()
  const needsProof = problem?.code === 'recent-sign-in-required'
  const prepare = () => void run(async () => setUrl(await (await identityMethods()).exportData()))
  return (
    <>
      <SettingsRow
        label={i18n._({ id: 'settings.export.all', message: 'Everything you have here, as a zip file' })}
        hint={i18n._({
          id: 'settings.export.hint',
          message: 'Profile, taste, connections, messages, moments and pictures. The link works once.',
        })}
      >
        {url === null ? (
          <Button variant="default" loading={isBusy} onClick={prepare}>
            {i18n._({ id: 'settings.export.prepare', message: 'Prepare the download' })}
          </Button>
        ) : (
          // The address works once; after that a new one must be requested.
          <a className="wl-link" href={url} download onClick={() => setUrl(null)}>
            {i18n._({ id: 'settings.export.download', message: 'Download' })}
          </a>
        )}
      </SettingsRow>
      {needsProof && <Reauthenticate onProven={prepare} onCancel={reset} />}
      <FormMessage>{needsProof ? null : problem?.sentence}</FormMessage>
    </>
  )
}
