import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { Uid } from '#contract/base/ids.ts'
import { profileCalls, type Profile } from '#contract/profiles.ts'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingLabel, ListSkeleton, Skeleton } from '#web/ui/Skeleton.tsx'
import { MissingProfile } from '#web/pages/profile/MissingProfile.tsx'

/** A search within one person's network; renders once the profile is loaded and visible. */
export function SearchOfPerson({ uid, children }: { uid: Uid; children: (person: Profile) => ReactNode }) {
  const { i18n } = useLingui()
  const person = useCall(profileCalls.getProfile, { params: { uid } })
  if (person.data) return children(person.data)
  if (!person.error) {
    return (
      <div className="wl-page-skeleton">
        <LoadingLabel label={i18n._({ id: 'state.loading', message: 'Loading' })} />
        <Skeleton width="min(420px, 70%)" height={38} />
        <ListSkeleton rows={4} />
      </div>
    )
  }
  const { kind, code } = person.error.failure
  if (kind === 'missing' || code === 'invalid_input') return <MissingProfile />
  return <ErrorState kind={kind} onRetry={() => void person.refetch()} />
}
