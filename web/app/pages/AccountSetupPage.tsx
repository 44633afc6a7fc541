import { useLingui } from '@lingui/react'
import { lazy, Suspense, useState } from 'react'
import { Navigate } from 'react-router'
import { identityCalls } from '#contract/identity.ts'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { SetupSteps } from '../setup/SetupSteps.tsx'
import { Welcome } from '../setup/Welcome.tsx'
import { PageSkeleton } from '../shell/Waiting.tsx'
import '../setup/setup.css'

const LegalDialog = lazy(async () => ({ default: (await import('../legal/LegalDialog.tsx')).LegalDialog }))

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
  const offer = useCall(identityCalls.getOffer, {}, { staleMs: Number.POSITIVE_INFINITY })
  if (offer.isError) return <ErrorState kind={offer.error.failure.kind} onRetry={() => void offer.refetch()} />
  return offer.data ? <SetupSteps minimumAge={offer.data.minimum_age} /> : <PageSkeleton />
}

/** The two texts open in a dialog, because no other page can be reached from here. */
function LegalFoot() {
  const { i18n } = useLingui()
  const [text, setText] = useState<'privacy' | 'terms' | null>(null)
  return (
    <footer className="wl-setup-foot">
      <button type="button" onClick={() => setText('privacy')}>
        {i18n._({ id: 'legal.privacy', message: 'Privacy policy' })}
      </button>
      <button type="button" onClick={() => setText('terms')}>
        {i18n._({ id: 'legal.terms', message: 'Terms of service' })}
      </button>
      {text !== null && (
        <Suspense>
          <LegalDialog text={text} onClose={() => setText(null)} />
        </Suspense>
      )}
    </footer>
  )
}
