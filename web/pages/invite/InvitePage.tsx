import { useLingui } from '@lingui/react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { isPagePath } from '#contract/pages.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { tasteCalls, type Print } from '#contract/taste/taste.ts'
import { useAuthStatus, useMyUid } from '#web/features/identity/auth.store.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { EndedInvitation } from './EndedInvitation.tsx'
import { OpenGroupInvitation } from './OpenGroupInvitation.tsx'
import { InvitationSkeleton } from './InvitationSkeleton.tsx'
import './InvitePage.css'

const NAMED_BARS = 3

/**
 * `/invite/:code`: the invitation of a user, whose id is the code, or to a group. Signed-in users get to the match of the two, from where
 * they send the request, or to the group.
 */
export function InvitePage() {
  const { code = '' } = useParams()
  const status = useAuthStatus()
  const me = useMyUid()
  const isCode = isPagePath(useLocation().pathname)
  const isGroup = !code.includes('-')
  if (!isCode) return <EndedInvitation />
  if (status === 'unknown' || status === 'checking') return <InvitationSkeleton />
  if (status === 'ready') {
    const pair = me === code ? `/profile/${code}` : `/view-connection/${code}`
    // The router keeps this page until the next one is loaded.
    return (
      <>
        <InvitationSkeleton />
        <Navigate to={isGroup ? `/chat?join=${code}` : pair} replace />
      </>
    )
  }
  return isGroup ? <OpenGroupInvitation code={code} /> : <Invitation uid={code} />
}

function Invitation({ uid }: { uid: string }) {
  const { i18n } = useLingui()
  const found = useCall(tasteCalls.getInvitation, { params: { uid } })
  if (!found.data) {
    if (!found.error) return <InvitationSkeleton />
    const { kind } = found.error.failure
    if (kind === 'missing') return <EndedInvitation />
    return <ErrorState kind={kind} onRetry={() => void found.refetch()} />
  }
  const { name, print } = found.data
  const title = i18n._({ id: 'invite.title', message: 'How well do you match {name}?', values: { name } })
  const bars = tallestBars(print).map((bar) => barName(i18n, bar))
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

const tallestBars = (print: Print) =>
  PRINT_BARS.map((bar, index) => ({ bar, height: print[index] ?? 0 }))
    .filter(({ bar, height }) => height > 0 && !bar.startsWith('other-'))
    .toSorted((a, b) => b.height - a.height)
    .slice(0, NAMED_BARS)
    .map(({ bar }) => bar)
