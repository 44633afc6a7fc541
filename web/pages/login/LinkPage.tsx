import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAuthStatus, useAuthStore } from '#web/features/identity/auth.store.ts'
import { LoginMethods } from '#web/features/identity/forms/LoginMethods.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EntryCard } from './EntryCard.tsx'
import { consumeReturnPath } from '#web/features/identity/return-path.ts'
import { CurrentPasswordField } from '#web/features/identity/forms/CurrentPasswordField.tsx'
import { identityErrors } from '#web/features/identity/provider/identity.errors.ts'
import { emailProblem } from '#web/features/identity/identity.messages.ts'
import { NewPasswordField } from '#web/features/identity/forms/NewPasswordField.tsx'
import { identityMethods } from '#web/features/identity/session.ts'
import { useCapabilities } from '#web/features/identity/use-capabilities.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { SecondFactorStep } from '#web/features/identity/forms/SecondFactorStep.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { type LinkMode, consume, type EmailLink } from './email-link.ts'

/**
 * Asks for what the link needs besides its code, and consumes it when the button is pressed.
 * @param known the address that this browser requested a sign-in link for, if any
 */
function LinkForm({ link, known, onDone }: { link: EmailLink; known: string | null; onDone: () => void }) {
  const { i18n } = useLingui()
  const { mode } = link
  const text = useLinkText(mode)
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [emailWrong, setEmailWrong] = useState<string | null>(null)
  const [isElsewhere, setIsElsewhere] = useState(false)
  const { isBusy, problem, run } = useCommand()
  const navigate = useNavigate()
  const asksEmail = mode === 'link' && (known === null || problem?.code === 'link-email-mismatch')
  const passwordWrong = problem?.field === 'password' ? problem.sentence : null

  async function submit() {
    const wrong = asksEmail ? emailProblem(i18n, email) : null
    setEmailWrong(wrong)
    if (wrong) return
    const work = () => consume(link, { email: email.trim(), password, otherDevice: isElsewhere })
    if (await run(() => work().catch(handleOtherDevice))) onDone()
  }

  function handleOtherDevice(error: unknown): never {
    if (error instanceof Error && error.message === 'link-other-device') setIsElsewhere(true)
    throw error
  }

  // The link is used up, so going back starts at the login page.
  if (problem?.code === 'second-factor-required') {
    return <SecondFactorStep onDone={onDone} onBack={() => void navigate('/login', { replace: true })} />
  }
  return (
    <Form onSubmit={submit}>
      <p className="wl-muted">{text.lead}</p>
      <ReplacesUserWarning mode={mode} />
      {asksEmail && (
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          label={i18n._({ id: 'link.email', message: 'The address the link was sent to' })}
          value={email}
          error={emailWrong ?? (problem?.code === 'link-email-mismatch' ? problem.sentence : null)}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      {mode === 'sign-up' && isElsewhere && (
        <CurrentPasswordField
          label={i18n._({ id: 'link.sign-up.password', message: 'The password you chose when you signed up' })}
          value={password}
          error={passwordWrong}
          onChange={setPassword}
        />
      )}
      {mode === 'reset-password' && <NewPasswordField value={password} error={passwordWrong} onChange={setPassword} />}
      {isElsewhere && <p role="alert">{i18n._(identityErrors['link-other-device'])}</p>}
      <FormMessage>{isShownElsewhere(problem) ? null : problem?.sentence}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {isElsewhere && mode === 'link' ? i18n._({ id: 'link.yes', message: 'Yes, it was me: sign in' }) : text.button}
      </Button>
    </Form>
  )
}

const isShownElsewhere = (problem: ReturnType<typeof useCommand>['problem']) =>
  problem?.field === 'password' || problem?.code === 'link-other-device' || problem?.code === 'link-email-mismatch'

/** Warns the signed-in user that the link may sign in another account. */
function ReplacesUserWarning({ mode }: { mode: EmailLink['mode'] }) {
  const { i18n } = useLingui()
  const email = useAuthStore((state) => state.user?.email)
  const hasSeveral = useCapabilities().data?.identity.account.includes('several_accounts') ?? false
  if (!email || (mode !== 'link' && mode !== 'sign-up' && mode !== 'custom-token')) return null
  return (
    <p>
      {hasSeveral
        ? i18n._({
            id: 'link.signed-in.several',
            message: 'You’re signed in as {email}. You’ll switch to the link’s account and can switch back.',
            values: { email },
          })
        : i18n._({ id: 'link.signed-in', message: 'You’re signed in as {email}. The link’s account will replace it.', values: { email } })}
    </p>
  )
}

/** Explains what a link will do. Opening the page does nothing: mail scanners open links too. */
export function LinkPage({ link }: { link: EmailLink }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const authStatus = useAuthStatus()
  const [hasReset, setHasReset] = useState(false)
  const linkQuery = useQuery({
    queryKey: ['identity', 'link-email'],
    queryFn: async () => (await identityMethods()).emailOfSignInLink(),
    enabled: link.mode === 'link' && authStatus !== 'unknown',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const text = useLinkText(link.mode)
  const requiresSignIn = link.mode === 'verify-email' || link.mode === 'change-email'

  function handleDone() {
    if (link.mode === 'reset-password') setHasReset(true)
    else void navigate(link.returnTo ?? consumeReturnPath(), { replace: true })
  }

  function content() {
    // The provider must be loaded before it can consume a link.
    if (authStatus === 'unknown' || linkQuery.isLoading) return <Skeleton shape="block" height={160} />
    if (hasReset) return <PasswordIsSet />
    if (!requiresSignIn || authStatus !== 'signed_out') return <LinkForm link={link} known={linkQuery.data ?? null} onDone={handleDone} />
    return (
      <>
        <p>{i18n._({ id: 'link.log-in-first', message: 'Log in to that account first; then you can confirm it here.' })}</p>
        <LoginMethods returnTo="/settings" onDone={() => undefined} />
      </>
    )
  }

  return (
    <EntryCard
      title={text.title}
      allowSignedIn
      below={
        <Link className="wl-link" to="/login">
          {i18n._({ id: 'link.elsewhere', message: 'Go to login instead' })}
        </Link>
      }
    >
      {content()}
    </EntryCard>
  )
}

function PasswordIsSet() {
  const { i18n } = useLingui()
  return (
    <div className="wl-form" aria-live="polite">
      <p>{i18n._({ id: 'link.reset.done', message: 'Your new password is set, and you’re signed out everywhere.' })}</p>
      <Button component={Link} to="/login" replace size="lg">
        {i18n._({ id: 'identity.log-in', message: 'Log in' })}
      </Button>
    </div>
  )
}

/** The effect of a link, and the verb on its button. */
function useLinkText(mode: LinkMode): { title: string; lead: string; button: string } {
  const { i18n } = useLingui()
  const texts: Record<LinkMode, { title: string; lead: string; button: string }> = {
    link: {
      title: i18n._({ id: 'link.sign-in.title', message: 'Sign in with your link' }),
      lead: i18n._({ id: 'link.sign-in.lead', message: 'This signs you in on this device. The link works once.' }),
      button: i18n._({ id: 'link.sign-in.do', message: 'Sign in' }),
    },
    'sign-up': {
      title: i18n._({ id: 'link.sign-up.title', message: 'Finish signing up' }),
      lead: i18n._({ id: 'link.sign-up.lead', message: 'This confirms your address, creates your account and signs you in.' }),
      button: i18n._({ id: 'link.sign-up.do', message: 'Finish signing up' }),
    },
    'verify-email': {
      title: i18n._({ id: 'link.verify.title', message: 'Confirm your address' }),
      lead: i18n._({ id: 'link.verify.lead', message: 'This confirms that your account’s email address is yours.' }),
      button: i18n._({ id: 'link.verify.do', message: 'Confirm the address' }),
    },
    'change-email': {
      title: i18n._({ id: 'link.change.title', message: 'Use your new address' }),
      lead: i18n._({
        id: 'link.change.lead',
        message: 'From now on you sign in with the new email address. The old one stops working.',
      }),
      button: i18n._({ id: 'link.change.do', message: 'Use this address' }),
    },
    'reset-password': {
      title: i18n._({ id: 'link.reset.title', message: 'Set a new password' }),
      lead: i18n._({
        id: 'link.reset.lead',
        message: 'This signs you out everywhere. Then log in with the new password.',
      }),
      button: i18n._({ id: 'link.reset.do', message: 'Set the password' }),
    },
    'custom-token': {
      title: i18n._({ id: 'link.token.title', message: 'Sign in on this device' }),
      lead: i18n._({ id: 'link.token.lead', message: 'Your other device signs you in here.' }),
      button: i18n._({ id: 'link.token.do', message: 'Sign in here' }),
    },
  }
  return texts[mode]
}
