import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { tasteCalls, type TasteRow } from '#contract/taste.ts'
import { shortName } from '#web/ui/short-name.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { LoadingLabel } from '#web/ui/Skeleton.tsx'
import { LatestMoments } from './LatestMoments.tsx'
import { PinnedItem } from './PinnedItem.tsx'
import { RoundItem, RoundItems } from './RoundItems.tsx'
import { seenInput, seenPath, useSeenAs } from './seen-as.ts'
import { useStandingWords } from './standing-words.tsx'
import { OverviewSkeleton } from './TasteSkeleton.tsx'
import './ProfileOverview.css'

const CHANNELS = 6

/** What somebody loves most, at a glance. */
export function ProfileOverview({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const taste = useCall(tasteCalls.getTaste, seenInput(profile.uid, useSeenAs(profile.uid)))
  if (taste.error && !taste.data) return <ErrorState kind={taste.error.failure.kind} onRetry={() => void taste.refetch()} />
  if (!taste.data) {
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'profile.taste.loading', message: 'Loading what they love' })} />
        <OverviewSkeleton />
      </>
    )
  }
  const { artists, channels } = taste.data
  return (
    <>
      {profile.pinned && <PinnedItem item={profile.pinned} />}
      {artists.length + channels.length === 0 ? (
        <NothingShown profile={profile} />
      ) : (
        <div className="wl-overview" data-single={artists.length === 0 || channels.length === 0 || undefined}>
          {artists.length > 0 && <TopArtists profile={profile} artists={artists} />}
          {channels.length > 0 && <TopChannels profile={profile} channels={channels.slice(0, CHANNELS)} />}
        </div>
      )}
      <LatestMoments profile={profile} />
    </>
  )
}

type CardProps = { title: string; to: string; more: string; children: ReactNode }

function OverviewCard({ title, to, more, children }: CardProps) {
  return (
    <section className="wl-card wl-overview-card">
      <SectionHeader title={title}>
        <Link to={to} className="wl-dim wl-small">
          {more}
        </Link>
      </SectionHeader>
      {children}
    </section>
  )
}

function TopArtists({ profile: { uid, relation }, artists }: { profile: Profile; artists: readonly TasteRow[] }) {
  const { i18n } = useLingui()
  return (
    <OverviewCard
      title={i18n._({ id: 'profile.top-artists', message: 'Top artists' })}
      to={seenPath(`/profile/${uid}/spotify`, useSeenAs(uid))}
      more={i18n._({ id: 'profile.all-music', message: 'All music' })}
    >
      <RoundItems>
        {artists.map((row) => (
          <RoundItem key={row.item.id} row={row} marksShared={relation !== 'self'} />
        ))}
      </RoundItems>
    </OverviewCard>
  )
}

function TopChannels({ profile: { uid, relation }, channels }: { profile: Profile; channels: readonly TasteRow[] }) {
  const { i18n } = useLingui()
  const words = useStandingWords(relation !== 'self')
  return (
    <OverviewCard
      title={i18n._({ id: 'profile.channels', message: 'Channels' })}
      to={seenPath(`/profile/${uid}/youtube`, useSeenAs(uid))}
      more={i18n._({ id: 'profile.all-video', message: 'All video' })}
    >
      <ul className="wl-item-list">
        {channels.map((row) => (
          <ItemRow key={row.item.id} item={row.item} about={words(row)} withWord />
        ))}
      </ul>
    </OverviewCard>
  )
}

function NothingShown({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  if (profile.relation !== 'self') {
    return (
      <EmptyState>
        {i18n._({ id: 'profile.taste.none', message: '{name} shows no music and no channels here.', values: { name: shortName(profile) } })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      action={
        <Button component={Link} to="/social_connect">
          {i18n._({ id: 'profile.taste.connect', message: 'Connect an account' })}
        </Button>
      }
    >
      {i18n._({ id: 'profile.taste.own-none', message: 'We don’t know yet what you love. Connect an account, and your print appears.' })}
    </EmptyState>
  )
}
