import { useLingui } from '@lingui/react'
import type { PersonCard } from '#contract/people.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { MatchSummary } from '#web/features/matching/MatchSummary.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The taste match with the viewer, in the profile's header. */
export function ProfileMatch({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  const match = useCall(tasteCalls.getMatch, { params: { uid: person.uid } })
  if (match.data) return <MatchSummary match={match.data.match} prints={match.data.prints} person={person} />
  if (match.error) {
    return (
      <div className="wl-profile-match-failed">
        <p className="wl-muted">{i18n._({ id: 'profile.match.failed', message: 'Your match couldn’t be loaded.' })}</p>
        <Button variant="outline" onClick={() => void match.refetch()}>
          {i18n._({ id: 'state.retry', message: 'Try again' })}
        </Button>
      </div>
    )
  }
  return <MatchSkeleton />
}

export function MatchSkeleton() {
  return (
    <div className="wl-match-summary" aria-hidden>
      <Skeleton width={110} height="3.2rem" />
      <Skeleton shape="block" height={88} />
      <Skeleton width="80%" />
    </div>
  )
}
