import { Link } from 'react-router'
import { ProfileTabPage } from './ProfileAddress.tsx'
import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { Profile } from '#contract/profiles.ts'
import type { TasteRow } from '#contract/taste/taste.ts'
import { useTasteList } from '#web/features/taste/taste-list.api.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { itemKindText } from '#web/features/media/items/item-kind.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { useCall } from '#web/platform/query.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { LoadingLabel } from '#web/ui/Skeleton.tsx'
import type { Uid } from '#contract/base/ids.ts'
import { momentCalls } from '#contract/moments.ts'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { MomentActions } from '#web/features/moments/feed/MomentActions.tsx'
import { MomentCard } from '#web/features/moments/feed/MomentCard.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { useViewAs, viewAsPath } from './view-as.ts'
import './LatestMoments.css'
import type { Item } from '#contract/media.ts'
import { RoundItem, RoundItems } from './RoundItems.tsx'
import { useItemLabel } from './use-item-label.tsx'
import { OverviewSkeleton } from './TasteSkeleton.tsx'
import './ProfileOverview.css'

const MAX_SHOWN = 2

/** A person's latest moments, below their taste. Renders nothing without any. */
function LatestMoments({ profile }: { profile: Profile }) {
  const as = useViewAs(profile.uid)
  return as === undefined ? <OwnView profile={profile} /> : <SeenView uid={profile.uid} as={as} />
}

/** The user's own moments as others see them: the first page, read-only. */
function SeenView({ uid, as }: { uid: Uid; as: string }) {
  const { i18n } = useLingui()
  const feed = useCall(momentCalls.getFeed, { query: { uid, as } })
  const now = useNow()
  const moments = feed.data?.moments ?? []
  if (moments.length === 0) return null
  return (
    <section className="wl-latest">
      <SectionHeader title={i18n._({ id: 'profile.latest', message: 'Latest moments' })} />
      <ul>
        {moments.map((moment) => (
          <li key={moment.id} className="wl-card">
            <MomentCard moment={moment} now={now} actions={null} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnView({ profile: { uid } }: { profile: Profile }) {
  const { i18n } = useLingui()
  const feed = useFeed({ uid })
  const now = useNow()
  if (feed.status !== 'ready' || feed.moments.length === 0) return null
  return (
    <section className="wl-latest">
      <SectionHeader title={i18n._({ id: 'profile.latest', message: 'Latest moments' })}>
        <Link to={`/moments/${uid}`} className="wl-dim wl-small">
          {i18n._({ id: 'profile.all-moments', message: 'All moments' })}
        </Link>
      </SectionHeader>
      <ul>
        {feed.moments.slice(0, MAX_SHOWN).map((moment) => (
          <li key={moment.id} className="wl-card">
            <MomentCard moment={moment} now={now} actions={<MomentActions moment={moment} />} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const MAX_ARTISTS = 12
const MAX_CHANNELS = 6

/** A summary of a person's top items: the beginning of the lists on the pages for music and video. */
function ProfileOverview({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const as = useViewAs(profile.uid)
  const lists = {
    artists: useTasteList(profile.uid, 'artists', 'all_time', as),
    channels: useTasteList(profile.uid, 'channels', 'all_time', as),
  }
  for (const list of Object.values(lists)) if (list.status === 'failed') return <ErrorState kind={list.failure.kind} onRetry={list.retry} />
  if (lists.artists.status !== 'ready' || lists.channels.status !== 'ready') {
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'profile.taste.loading', message: 'Loading their taste' })} />
        <OverviewSkeleton />
      </>
    )
  }
  const [artists, channels] = [lists.artists.rows.slice(0, MAX_ARTISTS), lists.channels.rows.slice(0, MAX_CHANNELS)]
  return (
    <>
      {profile.pinned && <PinnedItem item={profile.pinned} />}
      {artists.length + channels.length === 0 ? (
        <NothingShown profile={profile} />
      ) : (
        <div className="wl-overview" data-single={artists.length === 0 || channels.length === 0 || undefined}>
          {artists.length > 0 && <TopArtists profile={profile} artists={artists} />}
          {channels.length > 0 && <TopChannels profile={profile} channels={channels} />}
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
      to={viewAsPath(`/profile/${uid}/spotify`, useViewAs(uid))}
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
  const itemLabel = useItemLabel(relation !== 'self')
  return (
    <OverviewCard
      title={i18n._({ id: 'profile.channels', message: 'Channels' })}
      to={viewAsPath(`/profile/${uid}/youtube`, useViewAs(uid))}
      more={i18n._({ id: 'profile.all-video', message: 'All video' })}
    >
      <ul className="wl-item-list">
        {channels.map((row) => (
          <ItemRow key={row.item.id} item={row.item} about={itemLabel(row)} withWord />
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
        {i18n._({
          id: 'profile.taste.none',
          message: '{name} doesn’t show any music or channels here.',
          values: { name: shortName(profile) },
        })}
      </EmptyState>
    )
  }
  return (
    <EmptyState next={{ to: '/social_connect', label: i18n._({ id: 'profile.taste.connect', message: 'Connect an account' }) }}>
      {i18n._({ id: 'profile.taste.own-none', message: 'We don’t know what you love yet. Connect an account to see your taste print.' })}
    </EmptyState>
  )
}

/** The pinned track or video of a profile. */
function PinnedItem({ item }: { item: Item }) {
  const { i18n } = useLingui()
  const title = i18n._({ id: 'profile.pinned', message: 'Pinned' })
  return (
    <section className="wl-card wl-pinned" aria-label={title}>
      <h2 className="wl-small wl-dim">{title}</h2>
      <ul className="wl-item-list">
        <ItemRow item={item} about={itemKindText(i18n, item.kind)} />
      </ul>
    </section>
  )
}

/** `/profile/:uid`: a person and their top items. */
export function ProfilePage() {
  return <ProfileTabPage tab="overview">{(profile) => <ProfileOverview profile={profile} />}</ProfileTabPage>
}
