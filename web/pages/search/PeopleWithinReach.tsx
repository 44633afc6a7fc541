import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { Uid } from '#contract/base/ids.ts'
import { usePeoplePages } from '#web/features/profiles/people-search.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { PeopleRows } from './PeopleRows.tsx'

/** Whom the buddies of a person know, the best known first; `empty` where there is nobody. */
export function PeopleWithinReach({ uid, empty }: { uid: Uid; empty: ReactNode }) {
  const { i18n } = useLingui()
  const found = usePeoplePages({ kind: 'through', uid }, null)
  if (found.status === 'failed') return <ErrorState kind={found.failure.kind} onRetry={found.retry} />
  if (found.status === 'loading') {
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'find-people.loading', message: 'Looking for people' })} />
        <ListSkeleton rows={5} />
      </>
    )
  }
  const people = found.pages.flatMap((page) => page.people)
  if (people.length === 0) return empty
  return (
    <section className="wl-results">
      <SectionHeader title={i18n._({ id: 'find-people.reach', message: 'People within reach' })} />
      <PeopleRows people={people} more={found.more} />
    </section>
  )
}
