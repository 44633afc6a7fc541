import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { Navigate, useParams } from 'react-router'
import { connectionCalls } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import { matchReceiptCalls } from '#contract/taste/match-receipts.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { ConnectionBanner } from '#web/features/matching/connect/ConnectionBanner.tsx'
import { MatchDetails } from '#web/features/matching/MatchDetails.tsx'
import { TasteLists } from '#web/features/taste/TasteLists.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { callApi } from '#web/platform/api-client.ts'
import { useCall } from '#web/platform/query.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { CardSkeleton, ListSkeleton, LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { MissingProfile } from '#web/pages/profile/MissingProfile.tsx'
import './ViewConnectionPage.css'

const MatchTime = lazyPart(async () => (await import('./MatchTime.tsx')).MatchTime, <CardSkeleton blockHeight={200} />)

/** Placeholder counts for a full match. */
const PARTS = 5
const LISTS = 3

/** The relationship and the full match of two people. */
export function ViewConnectionPage() {
  const { uid = '' } = useParams()
  return (
    <div className="wl-view-connection">
      <ConnectionPart uid={uid} />
    </div>
  )
}

function ConnectionPart({ uid }: { uid: Uid }) {
  const { i18n } = useLingui()
  const connection = useCall(connectionCalls.getConnection, { params: { uid } })
  if (connection.data?.relation === 'self') return <Navigate to={`/profile/${uid}`} replace />
  if (connection.data) {
    return (
      <>
        <PageTitle title={connection.data.person.name} />
        <ConnectionBanner connection={connection.data} />
        {connection.data.relation !== 'blocked' && <MatchPart uid={uid} isBuddy={connection.data.relation === 'connected'} />}
      </>
    )
  }
  if (connection.error && isUnknown(connection.error.failure.kind, connection.error.failure.code)) return <MissingProfile />
  if (connection.error) return <ErrorState kind={connection.error.failure.kind} onRetry={() => void connection.refetch()} />
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'connections.loading', message: 'Loading the connection' })} />
      <div className="wl-card wl-banner" aria-hidden>
        <Skeleton shape="round" width={64} />
        <div className="wl-skeleton-lines">
          <Skeleton width="min(320px, 70%)" height="1.3rem" />
          <Skeleton width="min(420px, 90%)" />
        </div>
      </div>
      <MatchSkeleton />
    </>
  )
}

function MatchPart({ uid, isBuddy }: { uid: Uid; isBuddy: boolean }) {
  const match = useCall(tasteCalls.getMatch, { params: { uid } })
  const isOpened = match.data !== undefined
  useEffect(() => {
    // A failure is logged by the API client and must not disturb the page.
    if (isOpened) callApi(matchReceiptCalls.openMatch, { params: { uid } }).catch(() => undefined)
  }, [isOpened, uid])
  if (match.data) {
    return (
      <>
        <MatchDetails match={match.data} />
        {isBuddy && <MatchTime person={match.data.person} />}
        <TasteLists match={match.data} />
      </>
    )
  }
  if (match.error?.failure.kind === 'forbidden') return <MatchHidden />
  if (match.error) return <ErrorState kind={match.error.failure.kind} onRetry={() => void match.refetch()} />
  return <MatchSkeleton />
}

/** The person hides their match percentage from others. */
function MatchHidden() {
  const { i18n } = useLingui()
  return <EmptyState>{i18n._({ id: 'connections.match.hidden', message: 'Your match isn’t shown here.' })}</EmptyState>
}

function MatchSkeleton() {
  return (
    <>
      <div className="wl-card wl-match-full" aria-hidden>
        <div className="wl-match-full-main">
          <Skeleton width={120} height="3.4rem" />
          <Skeleton shape="block" height={190} />
        </div>
        <div className="wl-skeleton-list">
          {Array.from({ length: PARTS }, (_, index) => (
            <div className="wl-skeleton-lines" key={index}>
              <Skeleton width="40%" />
              <Skeleton height={8} />
            </div>
          ))}
        </div>
      </div>
      <div className="wl-taste-lists" aria-hidden>
        {Array.from({ length: LISTS }, (_, index) => (
          <div className="wl-card wl-taste-list" key={index}>
            <ListSkeleton rows={4} />
          </div>
        ))}
      </div>
    </>
  )
}

// An address without a valid uid is rejected as invalid input; it shows the same page as a missing person.
function isUnknown(kind: string, code: string | null): boolean {
  return kind === 'missing' || code === 'invalid_input'
}
