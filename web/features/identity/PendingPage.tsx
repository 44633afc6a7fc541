import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { retrySession } from './session.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CardSkeleton, LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'

/** Time until a page with an unknown auth state shows the offline state. */
const OFFLINE_AFTER_MS = 3_000

/** The placeholder until the route guard decides: skeletons, then the offline state with a retry button. */
export function PendingPage() {
  const [round, setRound] = useState(0)
  const isLong = useIsLongerThan(OFFLINE_AFTER_MS, round)
  if (!isLong) return <PageSkeleton />
  return (
    <ErrorState
      kind="offline"
      onRetry={() => {
        setRound(round + 1)
        retrySession()
      }}
    />
  )
}

function useIsLongerThan(ms: number, round: number): boolean {
  const [late, setLate] = useState(-1)
  useEffect(() => {
    const timer = setTimeout(() => setLate(round), ms)
    return () => clearTimeout(timer)
  }, [ms, round])
  return late === round
}

/** A loading page: a title and some cards. */
export function PageSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-page-skeleton">
      <LoadingLabel label={i18n._({ id: 'state.loading', message: 'Loading' })} />
      <Skeleton width="min(420px, 70%)" height={38} />
      <Skeleton width="min(560px, 90%)" />
      <div className="wl-page-skeleton-cards">
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </div>
  )
}
