import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { canUsePasskeys } from '#web/features/identity/can-use-passkeys.ts'
import { Reauthenticate } from '#web/features/identity/forms/Reauthenticate.tsx'
import type { Passkey } from '#web/features/identity/provider/identity.provider.ts'
import { identityMethods } from '#web/features/identity/session.ts'
import { usePasskeys } from '#web/features/identity/use-account.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { notify } from '#web/platform/notices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { AccountGate } from './AccountGate.tsx'
import { SettingsCard, SettingsRow, SettingsSkeleton } from '../SettingsCard.tsx'

/** The account's passkeys: add, rename, remove. */
export function PasskeysSection() {
  const { i18n } = useLingui()
  return (
    <AccountGate needs="passkeys">
      <SettingsCard
        title={i18n._({ id: 'passkey.title', message: 'Passkeys' })}
        keywords={i18n._({ id: 'passkey.keywords', message: 'fingerprint face security key sign-in' })}
      >
        <p className="wl-muted">
          {i18n._({
            id: 'passkey.lead',
            message: 'Log in with your fingerprint, face, or screen lock in place of a password.',
          })}
        </p>
        <PasskeyList />
      </SettingsCard>
    </AccountGate>
  )
}

function PasskeyList() {
  const { i18n } = useLingui()
  const passkeys = usePasskeys()
  const [editing, setEditing] = useState<string | null>(null)
  const reload = () => void passkeys.refetch()
  if (passkeys.isError) {
    return <FormMessage>{i18n._({ id: 'passkey.list.failed', message: 'Couldn’t load your passkeys.' })}</FormMessage>
  }
  if (!passkeys.data) return <SettingsSkeleton rows={1} />

  function handleRenamed() {
    setEditing(null)
    reload()
  }

  return (
    <>
      {passkeys.data.map((passkey) =>
        editing === passkey.id ? (
          <NameForm key={passkey.id} passkey={passkey} onDone={handleRenamed} onCancel={() => setEditing(null)} />
        ) : (
          <PasskeyRow key={passkey.id} passkey={passkey} onEdit={() => setEditing(passkey.id)} onRemoved={reload} />
        ),
      )}
      {canUsePasskeys() ? (
        <AddForm onAdded={reload} />
      ) : (
        <p className="wl-muted">{i18n._({ id: 'passkey.unsupported', message: 'This browser can’t create passkeys at this address.' })}</p>
      )}
    </>
  )
}

type PasskeyRowProps = { passkey: Passkey; onEdit: () => void; onRemoved: () => void }

function PasskeyRow({ passkey: { id, name, createdAt }, onEdit, onRemoved }: PasskeyRowProps) {
  const { i18n } = useLingui()
  const { isBusy, problem, run } = useCommand()

  async function handleRemove() {
    if (await run(async () => (await (await identityMethods()).passkeys()).remove(id))) onRemoved()
  }

  const added = createdAt
    ? i18n._({
        id: 'passkey.added',
        message: 'Added {when}',
        values: { when: i18n.date(createdAt, { dateStyle: 'medium' }) },
      })
    : ''
  return (
    <>
      <SettingsRow label={name} hint={added}>
        <div className="wl-settings-actions">
          <Button
            variant="default"
            onClick={onEdit}
            aria-label={i18n._({ id: 'passkey.rename.label', message: 'Rename {name}', values: { name } })}
          >
            {i18n._({ id: 'passkey.rename', message: 'Rename' })}
          </Button>
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => void handleRemove()}
            aria-label={i18n._({ id: 'passkey.remove.label', message: 'Remove {name}', values: { name } })}
          >
            {i18n._({ id: 'passkey.remove', message: 'Remove' })}
          </Button>
        </div>
      </SettingsRow>
      <FormMessage>{problem?.sentence}</FormMessage>
    </>
  )
}

type NameFormProps = { passkey: Passkey; onDone: () => void; onCancel: () => void }

function NameForm({ passkey, onDone, onCancel }: NameFormProps) {
  const { i18n } = useLingui()
  const [name, setName] = useState(passkey.name)
  const [isMissing, setMissing] = useState(false)
  const limit = nameLimit(name, limits.name.max)
  const { isBusy, problem, run } = useCommand()

  async function submit() {
    if (!name.trim()) return setMissing(true)
    if (limit.isOver) return
    if (await run(async () => (await (await identityMethods()).passkeys()).rename(passkey.id, name.trim()))) onDone()
  }

  return (
    <Form onSubmit={submit}>
      <TextInput
        label={i18n._({ id: 'passkey.name', message: 'Name of the passkey' })}
        value={name}
        error={isMissing ? i18n._({ id: 'passkey.name.missing', message: 'Enter a name.' }) : null}
        {...limit.field}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setMissing(false)
        }}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      <FormMessage>{problem?.sentence}</FormMessage>
      <div className="wl-settings-actions">
        <Button type="submit" loading={isBusy}>
          {i18n._({ id: 'passkey.save', message: 'Save' })}
        </Button>
        <CancelButton onClick={onCancel} isSubtle />
      </div>
    </Form>
  )
}

function AddForm({ onAdded }: { onAdded: () => void }) {
  const { i18n } = useLingui()
  const [name, setName] = useState('')
  const limit = nameLimit(name, limits.name.max)
  const { isBusy, problem, run, reset } = useCommand()
  const needsProof = problem?.code === 'recent-sign-in-required'

  async function add() {
    if (limit.isOver) return
    if (!(await run(async () => (await (await identityMethods()).passkeys()).add(name.trim())))) return
    setName('')
    onAdded()
    notify('positive', i18n._({ id: 'passkey.added.done', message: 'Passkey added.' }))
  }

  return (
    <>
      <Form onSubmit={add}>
        <TextInput
          label={i18n._({ id: 'passkey.new-name', message: 'Name for a new passkey (optional)' })}
          {...limit.field}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <FormMessage>{needsProof ? null : problem?.sentence}</FormMessage>
        {!needsProof && (
          <div>
            <Button type="submit" variant="default" loading={isBusy}>
              {i18n._({ id: 'passkey.add', message: 'Add a passkey' })}
            </Button>
          </div>
        )}
      </Form>
      {needsProof && <Reauthenticate onProven={() => void add()} onCancel={reset} />}
    </>
  )
}
