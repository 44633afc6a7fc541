import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { PrivacySettings } from '#contract/identity/privacy.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { changePrivacy, usePrivacy } from '#web/features/connections/privacy.ts'
import { Button } from '#web/ui/Button.tsx'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { Loaded, SettingsCard, SettingsRow, SwitchRow } from './SettingsCard.tsx'
import type { I18n } from '@lingui/core'
import type { Audience } from '#contract/people.ts'

/** Who can contact the user, and who sees which data. */
export function PrivacySection() {
  const { i18n } = useLingui()
  const privacy = usePrivacy()
  return (
    <SettingsCard title={i18n._({ id: 'settings.privacy', message: 'Privacy' })}>
      <Loaded query={privacy} rows={10}>
        {(settings) => (
          <>
            <Choices settings={settings} />
            <Switches settings={settings} />
            <SeeAs />
          </>
        )}
      </Loaded>
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
    <SwitchRow key={name} label={label} hint={hint} checked={settings[name]} onChange={(isOn) => void changePrivacy({ [name]: isOn })} />
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

type Option<V extends string> = { value: V; label: string }

/** Audiences for shared data, widest first. */
const audienceChoices = (i18n: I18n): Option<Audience>[] => [
  { value: 'everyone', label: i18n._({ id: 'privacy.everyone', message: 'Everyone' }) },
  { value: 'buddies', label: i18n._({ id: 'privacy.buddies', message: 'Buddies' }) },
  { value: 'only_me', label: i18n._({ id: 'privacy.only-me', message: 'Only me' }) },
]

const contactChoices = (i18n: I18n) => [
  {
    name: 'messages' as const,
    label: i18n._({ id: 'privacy.messages', message: 'Who may write to you' }),
    hint: i18n._({
      id: 'privacy.messages.hint',
      message: 'A first message from someone you don’t know waits in your requests until you accept it.',
    }),
    data: [
      { value: 'everyone', label: i18n._({ id: 'privacy.everyone', message: 'Everyone' }) },
      { value: 'buddies', label: i18n._({ id: 'privacy.buddies', message: 'Buddies' }) },
    ],
  },
  {
    name: 'requests' as const,
    label: i18n._({ id: 'privacy.requests', message: 'Who may ask to connect' }),
    hint: i18n._({ id: 'privacy.requests.hint', message: 'You can always send requests yourself.' }),
    data: [
      { value: 'everyone', label: i18n._({ id: 'privacy.everyone', message: 'Everyone' }) },
      { value: 'mutuals', label: i18n._({ id: 'privacy.mutuals', message: 'People with a buddy in common' }) },
      { value: 'nobody', label: i18n._({ id: 'privacy.nobody', message: 'Nobody' }) },
    ],
  },
]

/** Data with an audience setting. */
const privacyAudiences = (i18n: I18n) => [
  {
    name: 'music' as const,
    label: i18n._({ id: 'privacy.music', message: 'Who sees your music' }),
    hint: i18n._({ id: 'privacy.music.hint', message: 'You can limit each source further on the accounts page.' }),
  },
  {
    name: 'video' as const,
    label: i18n._({ id: 'privacy.video', message: 'Who sees your channels and videos' }),
    hint: i18n._({ id: 'privacy.video.hint', message: 'You can limit each source further on the accounts page.' }),
  },
  {
    name: 'buddies' as const,
    label: i18n._({ id: 'privacy.buddy-list', message: 'Who sees your buddies' }),
    hint: i18n._({ id: 'privacy.buddy-list.hint', message: 'The list, how many they are, and those you have in common.' }),
  },
  {
    name: 'match' as const,
    label: i18n._({ id: 'privacy.match', message: 'Who sees how well you match' }),
    hint: i18n._({ id: 'privacy.match.hint', message: 'People who can’t see it won’t be matched with you.' }),
  },
]

const privacySwitches = (i18n: I18n) => [
  {
    name: 'presence' as const,
    label: i18n._({ id: 'privacy.presence', message: 'Show when you’re online' }),
    hint: i18n._({ id: 'privacy.presence.hint', message: 'If this is off, you won’t see it for others.' }),
  },
  {
    name: 'receipts' as const,
    label: i18n._({ id: 'privacy.receipts', message: 'Show that you’ve read messages' }),
    hint: i18n._({ id: 'privacy.receipts.hint', message: 'If this is off, you won’t see it for others.' }),
  },
  {
    name: 'typing' as const,
    label: i18n._({ id: 'privacy.typing', message: 'Show that you’re typing' }),
    hint: i18n._({ id: 'privacy.typing.hint', message: 'Only to the person you’re writing to.' }),
  },
  {
    name: 'listening' as const,
    label: i18n._({ id: 'privacy.listening', message: 'Show buddies what you play' }),
    hint: i18n._({ id: 'privacy.listening.hint', message: 'What you played last, on their home page.' }),
  },
  {
    name: 'history' as const,
    label: i18n._({ id: 'privacy.history', message: 'Show buddies your match over time' }),
    hint: i18n._({
      id: 'privacy.history.hint',
      message: 'How it changed, and what you brought each other. Only with buddies who turn this on too.',
    }),
  },
  {
    name: 'counted' as const,
    label: i18n._({ id: 'privacy.counted', message: 'Count me in my buddies’ recaps' }),
    hint: i18n._({ id: 'privacy.counted.hint', message: 'Who moved closer, what you brought them, and what you played together.' }),
  },
  {
    name: 'pictured' as const,
    label: i18n._({ id: 'privacy.pictured', message: 'Let buddies share pictures of your match' }),
    hint: i18n._({ id: 'privacy.pictured.hint', message: 'Your match over time, without your name. Only with buddies who can see it.' }),
  },
  {
    name: 'named' as const,
    label: i18n._({ id: 'privacy.named', message: 'With my name in these pictures' }),
    hint: i18n._({ id: 'privacy.named.hint', message: 'If this is off, they say “a buddy”.' }),
  },
  {
    name: 'match_receipts' as const,
    label: i18n._({ id: 'privacy.match-receipts', message: 'Show people that you opened their match' }),
    hint: i18n._({
      id: 'privacy.match-receipts.hint',
      message: 'By day, for 90 days. Only with people who turn this on too: you see when they open yours.',
    }),
  },
]
