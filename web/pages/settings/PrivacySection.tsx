import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { PrivacySettings } from '#contract/identity/privacy.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { changePrivacy, usePrivacy } from '#web/features/connections/privacy.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { audienceChoices, privacyAudiences, privacySwitches, contactChoices } from './privacy-options.ts'
import { SettingsCard, SettingsRow, SettingsSkeleton } from './SettingsCard.tsx'

/** Who can contact the user, and who sees which data. */
export function PrivacySection() {
  const { i18n } = useLingui()
  const privacy = usePrivacy()
  const title = i18n._({ id: 'settings.privacy', message: 'Privacy' })
  if (privacy.data) {
    return (
      <SettingsCard title={title}>
        <Choices settings={privacy.data} />
        <Switches settings={privacy.data} />
        <SeeAs />
      </SettingsCard>
    )
  }
  return (
    <SettingsCard title={title}>
      {privacy.error ? (
        <ErrorState kind={privacy.error.failure.kind} onRetry={() => void privacy.refetch()} />
      ) : (
        <SettingsSkeleton rows={10} />
      )}
    </SettingsCard>
  )
}

function Choices({ settings }: { settings: PrivacySettings }) {
  const { i18n } = useLingui()
  const audiences = audienceChoices(i18n)
  return (
    <>
      {contactChoices(i18n).map(({ name, label, hint, data }) => (
        <Choice key={name} name={name} label={label} hint={hint} data={data} value={settings[name]} />
      ))}
      {privacyAudiences(i18n).map(({ name, label, hint }) => (
        <Choice key={name} name={name} label={label} hint={hint} data={audiences} value={settings[name]} />
      ))}
    </>
  )
}

type ChoiceProps = {
  name: keyof PrivacySettings
  label: string
  hint: string
  data: readonly { value: string; label: string }[]
  value: string
}

function Choice({ name, label, hint, data, value }: ChoiceProps) {
  return (
    <SettingsRow label={label} hint={hint}>
      <NativeSelect
        aria-label={label}
        value={value}
        data={[...data]}
        // The options come from the contract, and the server validates them.
        onChange={({ currentTarget }) => void changePrivacy({ [name]: currentTarget.value })}
      />
    </SettingsRow>
  )
}

function Switches({ settings }: { settings: PrivacySettings }) {
  const { i18n } = useLingui()
  return privacySwitches(i18n).map(({ name, label, hint }) => (
    <SettingsRow key={name} label={label} hint={hint}>
      <Switch
        aria-label={label}
        checked={settings[name]}
        onChange={({ currentTarget }) => void changePrivacy({ [name]: currentTarget.checked })}
      />
    </SettingsRow>
  ))
}

/** A link to the user's own profile as others see it. */
function SeeAs() {
  const { i18n } = useLingui()
  const uid = useMyUid()
  if (!uid) return null
  return (
    <SettingsRow
      label={i18n._({ id: 'privacy.see-as', message: 'See your profile as others do' })}
      hint={i18n._({ id: 'privacy.see-as.hint', message: 'As everyone, as a buddy, or as one particular person.' })}
    >
      <Button component={Link} to={`/profile/${uid}?as=everyone`} variant="default">
        {i18n._({ id: 'privacy.see-as.open', message: 'Take a look' })}
      </Button>
    </SettingsRow>
  )
}
