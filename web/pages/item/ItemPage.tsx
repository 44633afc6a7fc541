import { useLingui } from '@lingui/react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { itemPath } from '#contract/taste/item-path.ts'
import { itemPageCalls, type ItemPage as Found } from '#contract/taste/item-pages.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import { FansCard } from './FansCard.tsx'
import { ItemHero } from './ItemHero.tsx'
import { ItemMoments } from './ItemMoments.tsx'
import { RelatedCard } from './RelatedCard.tsx'
import { WorksCard } from './WorksCard.tsx'
import './ItemPage.css'

/** `/artist/:id`, `/channel/:id` and `/track/:id`: where people meet around an item. Open to visitors, who see no names. */
export function ItemPage() {
  const { id = '' } = useParams()
  const status = useAuthStatus()
  if (status === 'unknown' || status === 'checking') return <Loading />
  return status === 'ready' ? <MemberPage key={id} id={id} /> : <VisitorPage key={id} id={id} />
}

function MemberPage({ id }: { id: string }) {
  const found = useCall(itemPageCalls.getItemPage, { params: { item_id: id } })
  return <Shown found={found} isMember />
}

function VisitorPage({ id }: { id: string }) {
  const found = useCall(itemPageCalls.getPublicItemPage, { params: { item_id: id } })
  return <Shown found={found} isMember={false} />
}

type ShownProps = {
  found: Pick<ReturnType<typeof useCall<typeof itemPageCalls.getItemPage>>, 'data' | 'error' | 'refetch'>
  isMember: boolean
}

function Shown({ found: { data, error, refetch }, isMember }: ShownProps) {
  const { pathname } = useLocation()
  if (data) {
    const path = itemPath(data.item)
    // A channel opened as an artist, for example.
    if (path !== pathname.toLowerCase().replace(/\/$/, '')) return <Navigate to={path} replace />
    return <Content page={data} isMember={isMember} />
  }
  if (!error) return <Loading />
  const { kind, code } = error.failure
  // An address without a valid id is rejected as invalid input.
  return kind === 'missing' || code === 'invalid_input' ? <NotFoundPage /> : <ErrorState kind={kind} onRetry={() => void refetch()} />
}

function Content({ page, isMember }: { page: Found; isMember: boolean }) {
  return (
    <div className="wl-item-page">
      <PageTitle title={page.item.name} />
      <ItemHero page={page} isMember={isMember} />
      <div className="wl-item-page-columns">
        <div className="wl-item-page-fans">{isMember ? <FansCard page={page} /> : <Invitation />}</div>
        <div className="wl-item-page-main">
          <WorksCard page={page} isMember={isMember} />
          <RelatedCard page={page} />
        </div>
        {isMember && (
          <div className="wl-item-page-moments">
            <ItemMoments item={page.item} />
          </div>
        )}
      </div>
    </div>
  )
}

function Invitation() {
  const { i18n } = useLingui()
  return (
    <section className="wl-card wl-item-invitation">
      <h2>{i18n._({ id: 'item.invitation', message: 'Who do you know that loves this?' })}</h2>
      <p className="wl-muted">
        {i18n._({ id: 'item.invitation.text', message: 'Sign up to see which of your buddies love it, and what they say about it.' })}
      </p>
      <Button component={Link} to="/sign-up">
        {i18n._({ id: 'item.invitation.action', message: 'Sign up' })}
      </Button>
    </section>
  )
}

function Loading() {
  const { i18n } = useLingui()
  return (
    <div className="wl-item-page">
      <LoadingLabel label={i18n._({ id: 'item.loading', message: 'Loading the page' })} />
      <div className="wl-card wl-item-hero" aria-hidden>
        <span className="wl-item-hero-art">
          <Skeleton shape="round" width={180} height={180} />
        </span>
        <div className="wl-item-hero-text">
          <Skeleton width="60%" height="2.4rem" />
          <Skeleton width="40%" />
        </div>
      </div>
    </div>
  )
}
