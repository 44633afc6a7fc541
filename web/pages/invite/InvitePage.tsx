import { useLingui } from '@lingui/react'
import { Link, Navigate, useParams } from 'react-router'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { tasteCalls, type Print } from '#contract/taste/taste.ts'
import { useAuthStatus, useMyUid } from '#web/features/identity/auth.store.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import './InvitePage.css'

const NAMED_BARS = 3

/** `/invite/:uid`: the invitation of a user. Signed-in users get to the match of the two, from where they send the request. */
export function InvitePage() {
  const { uid = '' } = useParams()
  const status = useAuthStatus()
  const me = useMyUid()
  if (status === 'unknown' || status === 'checking') return <Loading />
  if (status === 'ready') return <Navigate to={me === uid ? `/profile/${uid}` : `/view-connection/${uid}`} replace />
  return <Invitation uid={uid} />
}

function Invitation({ uid }: { uid: string }) {
  const { i18n } = useLingui()
  const found = useCall(tasteCalls.getInvitation, { params: { uid } })
  if (!found.data) {
    if (!found.error) return <Loading />
    const { kind, code } = found.error.failure
    if (kind === 'missing' || code === 'invalid_input') return <NotFoundPage />
    return <ErrorState kind={kind} onRetry={() => void found.refetch()} />
  }
  const { name, print } = found.data
  const title = i18n._({ id: 'invite.title', message: 'How well do you match {name}?', values: { name } })
  const bars = tallest(print).map((bar) => barName(i18n, bar))
  return (
    <section className="wl-card wl-invite">
      <PageTitle title={title} />
      <p className="wl-muted">
        {i18n._({ id: 'invite.by', message: '{name} invites you to {product}.', values: { name, product: PRODUCT_NAME } })}
      </p>
      <h1>{title}</h1>
      <TastePrint
        mine={print}
        theirs={print.map(() => 0)}
        label={i18n._({ id: 'invite.print', message: '{name}’s taste print', values: { name } })}
        height={150}
      />
      <p>
        {i18n._({
          id: 'invite.into',
          message: '{name} is into {bars}. The lower half is yours: add what you love to see where you meet.',
          values: { name, bars: new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(bars) },
        })}
      </p>
      <div className="wl-invite-actions">
        {/* The match page is protected: visitors sign up first and then return to it. */}
        <Button component={Link} size="lg" to={`/view-connection/${uid}`}>
          {i18n._({ id: 'invite.start', message: 'See our match' })}
        </Button>
      </div>
    </section>
  )
}

const tallest = (print: Print) =>
  PRINT_BARS.map((bar, index) => ({ bar, height: print[index] ?? 0 }))
    .filter(({ bar, height }) => height > 0 && !bar.startsWith('other-'))
    .toSorted((a, b) => b.height - a.height)
    .slice(0, NAMED_BARS)
    .map(({ bar }) => bar)

function Loading() {
  const { i18n } = useLingui()
  return (
    <div className="wl-card wl-invite">
      <LoadingLabel label={i18n._({ id: 'invite.loading', message: 'Loading the invitation' })} />
      <Skeleton width="40%" />
      <Skeleton width="70%" height="2.4rem" />
      <Skeleton shape="block" height={150} />
    </div>
  )
}
