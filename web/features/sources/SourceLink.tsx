import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { visibleText } from '#contract/base/text.ts'
import { type NameSource, nameSources, type Source } from '#contract/taste/taste.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { PasswordInput } from '#web/ui/inputs/PasswordInput.tsx'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { ConnectSourceButton } from './SourceActions.tsx'
import { sourceErrorMessage, sourceName } from './source.messages.ts'
import { type Consent, linkSource } from './sources.commands.ts'
import './SourceLink.css'

const MAX_NAME = 200

/** The user has just opened the form. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()

/** Links a public profile by its name. */
export function SourceLink({ source, consent }: { source: Source; consent: Consent }) {
  const { i18n } = useLingui()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const which = nameSources.find((entry) => entry === source.source)
  const { failure, isBusy, send } = useLink(which)
  const title = sourceName(i18n, source.source)
  const limit = nameLimit(name, MAX_NAME)
  if (!which) return null

  function submit() {
    const isEmpty = visibleText(name) === ''
    setMissing(isEmpty)
    if (!isEmpty && !limit.isOver) void send({ name, ...consent })
  }

  return (
    <Form className="wl-source-link" onSubmit={submit}>
      <TextInput
        ref={focusOnce}
        label={i18n._({ id: 'source.link.name', message: 'Your {source} username', values: { source: title } })}
        value={name}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={
          isMissing
            ? i18n._({ id: 'source.link.missing', message: 'Enter your username or your profile’s address.' })
            : failure && sourceErrorMessage(i18n, failure, which)
        }
        {...limit.field}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className="wl-source-actions">
        <Button
          type="submit"
          loading={isBusy}
          disabled={limit.isOver}
          aria-label={i18n._({ id: 'source.link.label', message: 'Link {source}', values: { source: title } })}
        >
          {i18n._({ id: 'source.link', message: 'Link' })}
        </Button>
        {source.proof === 'web' && which === 'lastfm' && (
          <ConnectSourceButton
            source={which}
            consent={consent}
            variant="default"
            label={i18n._({ id: 'source.link.sign-in', message: 'Log in with {source} instead', values: { source: title } })}
          />
        )}
      </div>
    </Form>
  )
}

/** An unverified profile name: what that means, and how to verify it. */
export function SourceProof({ source }: { source: Source }) {
  const { i18n } = useLingui()
  const title = sourceName(i18n, source.source)
  return (
    <div className="wl-source-proof">
      <p className="wl-small wl-muted">
        {i18n._({
          id: 'source.unverified.why',
          message: 'Anyone could enter that name. It counts for now, but moves to the person who proves that it’s theirs.',
        })}
      </p>
      {source.proof === 'web' && source.source === 'lastfm' && (
        <ConnectSourceButton
          source="lastfm"
          variant="default"
          label={i18n._({ id: 'source.prove.sign-in', message: 'Prove it by logging in with {source}', values: { source: title } })}
        />
      )}
      {source.proof === 'token' && (
        <details>
          <summary>{i18n._({ id: 'source.prove.token', message: 'Prove that it’s yours' })}</summary>
          <TokenForm source={source} />
        </details>
      )}
    </div>
  )
}

function TokenForm({ source }: { source: Source }) {
  const { i18n } = useLingui()
  const [token, setToken] = useState('')
  const which = nameSources.find((entry) => entry === source.source)
  const { failure, isBusy, send } = useLink(which)
  const limit = nameLimit(token, MAX_NAME)
  if (!which) return null

  async function submit() {
    if (visibleText(token) !== '' && !limit.isOver && (await send({ name: source.account ?? '', token }))) setToken('')
  }

  return (
    <Form className="wl-source-link" onSubmit={submit}>
      <PasswordInput
        label={i18n._({ id: 'source.token', message: 'Your user token' })}
        visibilityToggleButtonProps={{ 'aria-label': i18n._({ id: 'source.token.show', message: 'Show the token' }) }}
        description={i18n._({
          id: 'source.token.where',
          message: 'In your {source} account settings. It’s checked once and not stored.',
          values: { source: sourceName(i18n, source.source) },
        })}
        value={token}
        autoComplete="off"
        error={failure && sourceErrorMessage(i18n, failure, which)}
        {...limit.field}
        onChange={({ currentTarget }) => setToken(currentTarget.value)}
      />
      <div className="wl-source-actions">
        <Button type="submit" variant="default" loading={isBusy} disabled={limit.isOver}>
          {i18n._({ id: 'source.prove', message: 'Prove that it’s mine' })}
        </Button>
      </div>
    </Form>
  )
}

function useLink(source: NameSource | undefined) {
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send(input: Parameters<typeof linkSource>[1]): Promise<boolean> {
    if (!source || isBusy) return false
    setBusy(true)
    const result = await linkSource(source, input)
    setBusy(false)
    setFailure(result)
    return result === null
  }
  return { failure, isBusy, send }
}
