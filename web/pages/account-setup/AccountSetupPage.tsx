import { useLingui } from '@lingui/react'
import { latestBirthYear } from '#contract/limits.ts'
import { useState, useEffect, useRef, type ReactNode, useId } from 'react'
import { Navigate, Link } from 'react-router'
import { useAuthStatus, useAuthStore } from '#web/features/identity/auth.store.ts'
import { useCapabilities } from '#web/features/identity/use-capabilities.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { useFocusOnChange } from '#web/ui/focus/use-focus-on-change.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { LanguagesField } from '#web/features/profiles/LanguagesField.tsx'
import { useCrop } from '#web/features/profiles/use-crop.tsx'
import { UserNameField } from '#web/features/profiles/UserNameField.tsx'
import { InterestsPicker } from '#web/features/sources/InterestsPicker.tsx'
import { PictureField } from '#web/features/uploads/PictureField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { STEPS, type Step } from './draft.ts'
import { thisYear, useSetup } from './use-setup.ts'
import { PageSkeleton } from '#web/features/identity/PendingPage.tsx'
import './setup.css'
import { tasteCalls } from '#contract/taste/taste.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { useCall } from '#web/platform/query.ts'
import { inCommonText } from '#web/features/matching/match.messages.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { nameList } from '#web/ui/text/name-list.ts'
import { NameField } from '#web/features/profiles/NameField.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { consumeReturnPath } from '#web/features/identity/return-path.ts'

const DeleteAccount = lazyPart(async () => (await import('#web/pages/settings/data/DeleteAccount.tsx')).DeleteAccount)
const LegalDialog = lazyPart(async () => (await import('#web/pages/legal/LegalDialog.tsx')).LegalDialog)

/** Creates a profile. Redirects users who already have one; welcomes those who just created it. */
export function AccountSetupPage() {
  const { i18n } = useLingui()
  const authStatus = useAuthStatus()
  const [hadProfile] = useState(authStatus === 'ready')
  if (hadProfile) return <Navigate to="/" replace />
  return (
    <>
      <PageTitle title={i18n._({ id: 'setup.title', message: 'Set up your account' })} />
      {authStatus === 'ready' ? <Welcome /> : <ProfileCreation />}
      <LegalFoot />
    </>
  )
}

function ProfileCreation() {
  const capabilities = useCapabilities()
  if (capabilities.isError) return <ErrorState kind={capabilities.error.failure.kind} onRetry={() => void capabilities.refetch()} />
  return capabilities.data ? <SetupSteps minimumAge={capabilities.data.minimum_age} /> : <PageSkeleton />
}

/** Both legal texts open in a dialog, and the account can be deleted, because no other page is reachable here. */
function LegalFoot() {
  const { i18n } = useLingui()
  const [text, setText] = useState<'privacy' | 'terms' | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const authStatus = useAuthStatus()
  const canDelete = useCapabilities().data?.identity.account.includes('delete_account') ?? false
  if (isLeaving) {
    return (
      <section
        className="wl-card wl-settings-card wl-setup-leave"
        aria-label={i18n._({ id: 'settings.delete', message: 'Delete account' })}
      >
        <DeleteAccount onCancel={() => setIsLeaving(false)} />
      </section>
    )
  }
  return (
    <footer className="wl-setup-foot">
      {authStatus === 'no_profile' && (
        <p className="wl-setup-terms wl-muted wl-small">
          {i18n._({ id: 'setup.terms', message: 'By creating your profile, you accept the terms of service.' })}
        </p>
      )}
      <button type="button" onClick={() => setText('privacy')}>
        {i18n._({ id: 'legal.privacy', message: 'Privacy policy' })}
      </button>
      <button type="button" onClick={() => setText('terms')}>
        {i18n._({ id: 'legal.terms', message: 'Terms of service' })}
      </button>
      {authStatus === 'no_profile' && canDelete && (
        <button type="button" onClick={() => setIsLeaving(true)}>
          {i18n._({ id: 'settings.delete', message: 'Delete account' })}
        </button>
      )}
      {text !== null && <LegalDialog text={text} onClose={() => setText(null)} />}
    </footer>
  )
}

type Setup = ReturnType<typeof useSetup>

/** The three steps of creating a profile. */
function SetupSteps({ minimumAge }: { minimumAge: number }) {
  const { i18n } = useLingui()
  const setup = useSetup(minimumAge)
  const heading = useFocusOnChange<HTMLHeadingElement>(setup.step)
  const form = useFocusOnProblem(setup.problems)
  const text = useStepText(minimumAge)
  const { step } = setup

  return (
    <Form ref={form} className="wl-setup" onSubmit={setup.next}>
      <header>
        <StepIndicator at={STEPS.indexOf(step)} of={STEPS.length} />
        <h1 ref={heading} tabIndex={-1}>
          {text[step].title}
        </h1>
        <p className="wl-muted">{text[step].lead}</p>
      </header>
      {fieldsOf(step, setup)}
      <div className="wl-setup-actions">
        {/* Placed beside the buttons, which stay visible: the end of the picker may be far below. */}
        <FormMessage>{setup.problems.form ?? setup.problems.picks}</FormMessage>
        {step !== 'you' && (
          <Button variant="default" size="lg" onClick={setup.back}>
            {i18n._({ id: 'setup.back', message: 'Back' })}
          </Button>
        )}
        <Button type="submit" size="lg" loading={setup.isSaving}>
          {step === 'taste' ? i18n._({ id: 'setup.finish', message: 'Finish' }) : i18n._({ id: 'setup.next', message: 'Continue' })}
        </Button>
      </div>
    </Form>
  )
}

function fieldsOf(step: Step, setup: Setup): ReactNode {
  if (step === 'you') return <YouFields {...setup} />
  return step === 'about' ? <AboutFields {...setup} /> : <TasteFields {...setup} />
}

function YouFields({ draft, problems, change }: Setup) {
  const crop = useCrop({ aspect: 1, isRound: true })
  const subject = useAuthStore((state) => state.user?.subject ?? '')
  return (
    <>
      <UserNameField value={draft.userName} error={problems.userName ?? null} onChange={(userName) => change({ userName })} />
      <NameField value={draft.name} error={problems.name} onChange={(name) => change({ name })} />
      <PictureField
        prepare={crop.prepare}
        person={{ uid: subject, name: draft.name || draft.userName }}
        picture={draft.picture}
        onChange={(picture) => change({ picture: picture && { id: picture.id, url: picture.url } })}
      />
      {crop.dialog}
    </>
  )
}

function AboutFields({ draft, problems, change }: Setup) {
  const { i18n } = useLingui()
  return (
    <>
      <LanguagesField value={draft.languages} error={problems.languages ?? null} onChange={(languages) => change({ languages })} />
      <TextInput
        name="birth_year"
        label={i18n._({ id: 'setup.birth-year', message: 'Year of birth' })}
        description={i18n._({ id: 'setup.birth-year.hint', message: 'Only the year is stored, and nobody else sees it.' })}
        inputMode="numeric"
        autoComplete="bday-year"
        maxLength={4}
        styles={{ wrapper: { maxWidth: 160 } }}
        value={draft.birthYear}
        error={problems.birthYear}
        onChange={(event) => change({ birthYear: event.currentTarget.value.replace(/\D/g, '') })}
      />
    </>
  )
}

function TasteFields({ draft, change }: Setup) {
  return <InterestsPicker picks={draft.picks} onChange={(picks) => change({ picks })} />
}

/** Focuses the first invalid field after a rejected step. */
function useFocusOnProblem(problems: object) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  return form
}

function useStepText(minimumAge: number): Record<Step, { title: string; lead: string }> {
  const { i18n } = useLingui()
  return {
    you: {
      title: i18n._({ id: 'setup.you.title', message: 'Set up your profile' }),
      lead: i18n._({ id: 'setup.you.lead', message: 'This is what others see of you.' }),
    },
    about: {
      title: i18n._({ id: 'setup.about.title', message: 'A little more' }),
      lead: i18n._({
        id: 'setup.about.lead',
        message: 'Languages help you find people to talk with. You need to be at least {age}: born in {year} or earlier.',
        values: { age: minimumAge, year: String(latestBirthYear(minimumAge, thisYear())) },
      }),
    },
    taste: {
      title: i18n._({ id: 'setup.taste.title', message: 'What do you love?' }),
      lead: i18n._({ id: 'setup.taste.lead', message: 'Artists you listen to and channels you watch. Your taste print grows from here.' }),
    },
  }
}

/** The current step, drawn as highlighted bars. */
function StepIndicator({ at, of }: { at: number; of: number }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-steps-marks">
      <p className="wl-hidden">{i18n._({ id: 'setup.step', message: 'Step {step} of {of}', values: { step: at + 1, of } })}</p>
      {Array.from({ length: of }, (_, index) => (
        <span key={index} aria-hidden data-done={index <= at || undefined} />
      ))}
    </div>
  )
}

const SUGGESTED = 3

// Its rows include the code of playing and queueing.
const FirstItems = lazyPart(async () => (await import('./FirstItems.tsx')).FirstItems)

/** The first matches and the first items to play, right after the profile was saved. */
function Welcome() {
  const { i18n } = useLingui()
  const me = useMe()
  const [returnPath] = useState(consumeReturnPath)
  const heading = useRef<HTMLHeadingElement>(null)
  // It replaces the form, whose button at the end had the focus.
  useEffect(() => {
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="wl-welcome">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {me
            ? i18n._({ id: 'welcome.title', message: 'You’re in, {name}', values: { name: me.name } })
            : i18n._({ id: 'welcome.title.nameless', message: 'You’re in' })}
        </h1>
        <p className="wl-muted">
          {i18n._({ id: 'welcome.lead', message: 'Your first matches and something to play, based on your picks.' })}
        </p>
      </header>
      <People />
      <FirstItems />
      <section className="wl-card wl-welcome-card">
        <div>
          <h2>{i18n._({ id: 'welcome.accounts', message: 'Connect your accounts' })}</h2>
          <p className="wl-muted">
            {i18n._({
              id: 'welcome.accounts.text',
              message: 'Spotify and YouTube know more of your taste than a few picks. You decide who sees what.',
            })}
          </p>
        </div>
        <Button component={Link} to="/social_connect">
          {i18n._({ id: 'welcome.accounts.go', message: 'Connect' })}
        </Button>
      </section>
      <div className="wl-setup-actions">
        <Button component={Link} to={returnPath === '/' ? '/find_buddies' : returnPath} size="lg" variant="default">
          {i18n._({ id: 'welcome.go', message: 'Continue' })}
        </Button>
      </div>
    </div>
  )
}

function People() {
  const { i18n } = useLingui()
  const titleId = useId()
  const matches = useCall(tasteCalls.getMatches, { query: { limit: SUGGESTED } })
  if (matches.isError || matches.data?.people.length === 0) return null
  return (
    <section className="wl-card wl-welcome-people" aria-labelledby={titleId}>
      <h2 id={titleId}>{i18n._({ id: 'welcome.people', message: 'People with similar taste' })}</h2>
      {matches.isPending ? (
        <ListSkeleton rows={SUGGESTED} />
      ) : (
        <ul>
          {matches.data?.people.map(({ person, match }) => (
            <li key={person.uid}>
              <Link className="wl-welcome-person" to={`/view-connection/${person.uid}`}>
                <Avatar person={person} size={44} />
                <span>
                  <strong className="wl-line">{person.name}</strong>
                  <span className="wl-muted wl-small">
                    {match.shared.length === 0
                      ? inCommonText(i18n, match)
                      : i18n._({
                          id: 'welcome.both',
                          message: 'You both love {names}',
                          values: {
                            names: nameList(
                              i18n,
                              match.shared.map(({ item }) => item.name),
                            ),
                          },
                        })}
                  </span>
                </span>
                <MatchFigure percent={match.percent} size="small" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
