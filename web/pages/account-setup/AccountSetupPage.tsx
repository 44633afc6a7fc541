import { useLingui } from '@lingui/react'
import { Suspense, useState } from 'react'
import { Navigate } from 'react-router'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { useOffer } from '#web/features/identity/use-offer.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import { Welcome } from './Welcome.tsx'
import { PageSkeleton } from '#web/features/identity/Waiting.tsx'
import './setup.css'

const DeleteAccount = lazyPart(async () => (await import('#web/pages/settings/DeleteAccount.tsx')).DeleteAccount)
const LegalDialog = lazyPart(async () => (await import('#web/pages/legal/LegalDialog.tsx')).LegalDialog)

/** Makes a profile. Whoever comes here with one already has no business here; whoever has just made it is welcomed. */
export function AccountSetupPage() {
  const { i18n } = useLingui()
  const standing = useStanding()
  const [hadProfile] = useState(standing === 'ready')
  if (hadProfile) return <Navigate to="/" replace />
  return (
    <>
      <PageTitle title={i18n._({ id: 'setup.title', message: 'Set up your account' })} />
      {standing === 'ready' ? <Welcome /> : <Making />}
      <LegalFoot />
    </>
  )
}

function Making() {
  const offer = useOffer()
  if (offer.isError) return <ErrorState kind={offer.error.failure.kind} onRetry={() => void offer.refetch()} />
  return offer.data ? <SetupSteps minimumAge={offer.data.minimum_age} /> : <PageSkeleton />
}

/** The two texts open in a dialog and the account can be deleted, because no other page can be reached from here. */
function LegalFoot() {
  const { i18n } = useLingui()
  const [text, setText] = useState<'privacy' | 'terms' | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const standing = useStanding()
  const canDelete = useOffer().data?.identity.account.includes('delete_account') ?? false
  if (isLeaving) {
    return (
      <section
        className="wl-card wl-settings-card wl-setup-leave"
        aria-label={i18n._({ id: 'settings.delete', message: 'Delete account' })}
      >
        <Suspense>
          <DeleteAccount onCancel={() => setIsLeaving(false)} />
        </Suspense>
      </section>
    )
  }
  return (
    <footer className="wl-setup-foot">
      <button type="button" onClick={() => setText('privacy')}>
        {i18n._({ id: 'legal.privacy', message: 'Privacy policy' })}
      </button>
      <button type="button" onClick={() => setText('terms')}>
        {i18n._({ id: 'legal.terms', message: 'Terms of service' })}
      </button>
      {standing === 'no_profile' && canDelete && (
        <button type="button" onClick={() => setIsLeaving(true)}>
          {i18n._({ id: 'settings.delete', message: 'Delete account' })}
        </button>
      )}
      {text !== null && (
        <Suspense>
          <LegalDialog text={text} onClose={() => setText(null)} />
        </Suspense>
      )}
    </footer>
  )
}
