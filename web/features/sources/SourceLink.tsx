import { useState, type FormEvent } from 'react'
import { useLingui } from '@lingui/react'
import { nameSource, type NameSource, type Source } from '#contract/taste/taste.ts'
import { visibleText } from '#contract/base/text.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordInput } from '#web/ui/inputs/PasswordInput.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { sourceName, sourceErrorMessage } from './source.messages.ts'
import { linkSource, type Consent } from './sources.commands.ts'
import { ConnectSourceButton } from './SourceActions.tsx'
import './SourceLink.css'

const LONGEST_NAME = 200

/** The user has just opened the form. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()

/** Links a public profile by its name. */
export function SourceLink({ source, consent }: { source: Source; consent: Consent }) {
  const { i18n } = useLingui()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const which = nameSource.options.find((one) => one === source.source)
  const { failure, isBusy, send } = useLink(which)
  const title = sourceName(i18n, source.source)
  if (!which) return null

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const isEmpty = visibleText(name) === ''
    setMissing(isEmpty)
    if (!isEmpty) void send({ name, ...consent })
  }

  return (
    <form className="wl-source-link" onSubmit={handleSubmit} noValidate>
      <TextInput
        ref={focusOnce}
        label={i18n._({ id: 'source.link.name', message: 'Your {source} username', values: { source: title } })}
        value={name}
        maxLength={LONGEST_NAME}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={
          isMissing
            ? i18n._({ id: 'source.link.missing', message: 'Enter your username or your profile’s address.' })
            : failure && sourceErrorMessage(i18n, failure, which)
        }
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className="wl-source-actions">
        <Button
          type="submit"
          loading={isBusy}
          aria-label={i18n._({ id: 'source.link.label', message: 'Link {source}', values: { source: title } })}
        >
          {i18n._({ id: 'source.link', message: 'Link' })}
        </Button>
        {source.proof === 'web' && which === 'lastfm' && (
          <ConnectSourceButton
            source={which}
            consent={consent}
            variant="default"
            label={i18n._({ id: 'source.link.sign-in', message: 'Sign in with {source} instead', values: { source: title } })}
          />
        )}
      </div>
    </form>
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
          label={i18n._({ id: 'source.prove.sign-in', message: 'Prove it by signing in with {source}', values: { source: title } })}
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
  const which = nameSource.options.find((one) => one === source.source)
  const { failure, isBusy, send } = useLink(which)
  if (!which) return null

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (visibleText(token) !== '' && (await send({ name: source.account ?? '', token }))) setToken('')
  }

  return (
    <form className="wl-source-link" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <PasswordInput
        label={i18n._({ id: 'source.token', message: 'Your user token' })}
        description={i18n._({
          id: 'source.token.where',
          message: 'In your {source} account settings. It’s checked once and not stored.',
          values: { source: sourceName(i18n, source.source) },
        })}
        value={token}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        error={failure && sourceErrorMessage(i18n, failure, which)}
        onChange={({ currentTarget }) => setToken(currentTarget.value)}
      />
      <div className="wl-source-actions">
        <Button type="submit" variant="default" loading={isBusy}>
          {i18n._({ id: 'source.prove', message: 'Prove that it’s mine' })}
        </Button>
      </div>
    </form>
  )
}

function useLink(source: NameSource | undefined) {
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send(given: Parameters<typeof linkSource>[1]): Promise<boolean> {
    if (!source || isBusy) return false
    setBusy(true)
    const refused = await linkSource(source, given)
    setBusy(false)
    setFailure(refused)
    return refused === null
  }
  return { failure, isBusy, send }
}
