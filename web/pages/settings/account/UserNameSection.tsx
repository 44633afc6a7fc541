import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { type OwnUserName, profileCalls } from '#contract/profiles.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { UserNameField } from '#web/features/profiles/UserNameField.tsx'
import { userNameReason, userNameSentence } from '#web/features/profiles/user-name.ts'
import { callApi } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { notify } from '#web/platform/notices.ts'
import { cacheResponse, failureOf, queryClient, refreshCall, useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Loaded, SettingsCard, SettingsRow } from '../SettingsCard.tsx'

/** Changes the user name, once in 30 days. */
export function UserNameSection() {
  const { i18n } = useLingui()
  const isShown = useMyUid() !== null
  const own = useCall(profileCalls.getOwnUserName, {}, { enabled: isShown })
  if (!isShown) return null
  return (
    <SettingsCard title={i18n._({ id: 'user-name.label', message: 'Username' })}>
      <Loaded query={own} rows={1}>
        {(data) => <OwnName own={data} />}
      </Loaded>
    </SettingsCard>
  )
}

function OwnName({ own }: { own: OwnUserName }) {
  const { i18n } = useLingui()
  const changeableAt = own.changeable_at
  const hint =
    changeableAt === null
      ? i18n._({
          id: 'settings.user-name.hint',
          message: 'You can change it once in 30 days. Your old username leads to you for 90 days, and nobody else can take it.',
        })
      : i18n._({
          id: 'settings.user-name.wait',
          message: 'You can change it again on {date}.',
          values: { date: i18n.date(changeableAt, { dateStyle: 'long' }) },
        })
  return (
    <>
      <SettingsRow label={`@${own.user_name}`} hint={hint}>
        {null}
      </SettingsRow>
      {changeableAt === null && <ChangeForm own={own} />}
    </>
  )
}

function ChangeForm({ own }: { own: OwnUserName }) {
  const { i18n } = useLingui()
  const [userName, setUserName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)

  function handleChange(value: string) {
    setUserName(value)
    setProblem(null)
    setFailure(null)
  }

  function showFailure({ code, fields, sentence }: ApiFailure) {
    if (code === 'user_name_taken') return setProblem(userNameSentence(i18n, 'taken'))
    // Another device changed it: the answer has the date.
    if (code === 'user_name_too_soon') void refreshCall(profileCalls.getOwnUserName)
    const field = fields['user_name']
    if (field !== undefined) return setProblem(field)
    setFailure(sentence ?? i18n._({ id: 'settings.user-name.failed', message: 'Your username wasn’t changed. Try again.' }))
  }

  async function submit() {
    const reason = userNameReason(userName)
    if (reason) return setProblem(userNameSentence(i18n, reason))
    setIsSaving(true)
    try {
      const changed = await callApi(profileCalls.changeUserName, { body: { user_name: userName } })
      // Many answers contain the user name.
      void queryClient.invalidateQueries()
      cacheResponse(profileCalls.getOwnUserName, {}, changed)
      notify(
        'positive',
        i18n._({
          id: 'settings.user-name.done',
          message: 'You’re @{name} now. @{old} leads to you for 90 days.',
          values: { name: changed.user_name, old: own.user_name },
        }),
      )
    } catch (error) {
      showFailure(failureOf(error))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Form onSubmit={submit}>
      <UserNameField
        label={i18n._({ id: 'settings.user-name.new', message: 'New username' })}
        value={userName}
        error={problem}
        onChange={handleChange}
      />
      <FormMessage>{failure}</FormMessage>
      <div>
        <Button type="submit" variant="default" loading={isSaving}>
          {i18n._({ id: 'settings.user-name.change', message: 'Change the username' })}
        </Button>
      </div>
    </Form>
  )
}
