import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { IconPencil } from '@tabler/icons-react'
import type { Uid } from '#contract/base/ids.ts'
import { profileCalls, type Profile } from '#contract/profiles.ts'
import { PersonActions } from '#web/features/matching/connect/PersonActions.tsx'
import { PostAlertButton } from '#web/features/moments/PostAlertButton.tsx'
import { ProfileHead } from '#web/features/profiles/ProfileHead.tsx'
import { ProfileTabs, type ProfileTab } from '#web/features/profiles/ProfileTabs.tsx'
import { lazyComponent, lazyPart } from '#web/platform/lazy-component.ts'
import { callQuery, useCall, refreshCall } from '#web/platform/query.ts'
import { focusIfLost } from '#web/ui/focus/focus-around.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState, type ErrorStateProps } from '#web/ui/ErrorState.tsx'
import { PageHeader, PageTitle } from '#web/ui/PageHeader.tsx'
import { CardSkeleton, ListSkeleton, LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { connectionCalls } from '#contract/connections.ts'
import { ConnectionBanner } from '#web/features/matching/connect/ConnectionBanner.tsx'
import { MissingProfile } from './MissingProfile.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import { viewAsInput, useViewAs } from './view-as.ts'
import { OverviewSkeleton, ItemsSkeleton } from './TasteSkeleton.tsx'
import { tasteCalls } from '#contract/taste/taste.ts'
import { ReadablePrint } from '#web/features/matching/print/ReadablePrint.tsx'
import { InviteFriends } from '#web/features/taste/InviteFriends.tsx'
import { SharePrint } from '#web/features/taste/SharePrint.tsx'
import '#web/features/profiles/ProfileHead.css'
import './ProfileFrame.css'
import type { PersonCard } from '#contract/people.ts'
import { MatchSummary } from '#web/features/matching/MatchSummary.tsx'

const ViewAsBar = lazyPart(async () => (await import('./ViewAsBar.tsx')).ViewAsBar, <div className="wl-card wl-seen-as" aria-hidden />)
const ProfileEditor = lazyComponent(async () => (await import('#web/features/profiles/ProfileEditor.tsx')).ProfileEditor)

export type ProfileFrameProps = {
  uid: Uid
  tab: ProfileTab
  /** The tab's content, rendered once the profile is loaded. */
  children: (profile: Profile) => ReactNode
}

/** The common frame of a person's pages: header, tabs, and the states without a profile. */
export function ProfileFrame({ uid, tab, children }: ProfileFrameProps) {
  const as = useViewAs(uid)
  const profile = useCall(profileCalls.getProfile, viewAsInput(uid, as))
  useFocusAfterBlock(profile.data ? profile.data.relation === 'blocked' : profile.error?.failure.kind === 'missing' ? true : null)
  if (profile.data?.relation === 'blocked') return <HiddenPerson uid={uid} />
  if (profile.data) {
    return (
      <div className="wl-profile-page" data-tab={tab}>
        <PageTitle title={profile.data.name} />
        {as !== undefined && <ViewAs as={as} />}
        <Head profile={profile.data} as={as} />
        <ProfileTabs uid={uid} current={tab} as={as} />
        {children(profile.data)}
      </div>
    )
  }
  if (!profile.error) return <Loading uid={uid} tab={tab} as={as} />
  const { kind, code } = profile.error.failure
  // An address without a valid uid is rejected as invalid input; it shows the same page as a missing person.
  if (code === 'invalid_input') return <MissingProfile />
  if (kind === 'missing') return as === undefined ? <HiddenPerson uid={uid} /> : <Unseen as={as} />
  return (
    <div className="wl-profile-page">
      <FailedProfile kind={kind} onRetry={() => void profile.refetch()}>
        <ProfileTabs uid={uid} current={tab} as={as} />
      </FailedProfile>
    </div>
  )
}

/** A block replaces the whole page with its pressed button, and so does the end of a block. Null while it is unknown. */
function useFocusAfterBlock(isBlocked: boolean | null): void {
  const was = useRef(isBlocked)
  useEffect(() => {
    if (isBlocked === null) return
    const isChanged = was.current !== null && was.current !== isBlocked
    was.current = isBlocked
    // After the dialog has tried to return the focus.
    if (isChanged) setTimeout(() => focusIfLost(document.getElementById('main')))
  }, [isBlocked])
}

/** A profile that couldn't be loaded: nobody's name is known, but the page has one. */
export function FailedProfile({ children, ...error }: ErrorStateProps & { children?: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={i18n._({ id: 'nav.profile', message: 'Profile' })} repeatsBar />
      {children}
      <ErrorState {...error} />
    </>
  )
}

/** Tabs render before the profile is loaded, so that they don't move. */
function Loading({ uid, tab, as }: { uid: Uid; tab: ProfileTab; as: string | undefined }) {
  return (
    <div className="wl-profile-page" data-tab={tab}>
      <ProfileHeadSkeleton />
      <ProfileTabs uid={uid} current={tab} as={as} />
      <TabSkeleton tab={tab} />
    </div>
  )
}

function TabSkeleton({ tab }: { tab: ProfileTab }) {
  if (tab === 'overview') return <OverviewSkeleton />
  if (tab === 'buddies') return <ListSkeleton rows={6} />
  if (tab === 'moments') return <CardSkeleton blockHeight={90} />
  return (
    <div className="wl-card wl-taste-section" aria-hidden>
      <ItemsSkeleton look="round" />
    </div>
  )
}

function ViewAs({ as }: { as: string }) {
  return <ViewAsBar as={as} />
}

/** The user's own profile for a persona who can't see it. */
function Unseen({ as }: { as: string }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-profile-page">
      <ViewAs as={as} />
      <EmptyState>{i18n._({ id: 'profile.seen-as.nothing', message: 'Nothing. This person can’t see your profile.' })}</EmptyState>
    </div>
  )
}

function Head({ profile, as }: { profile: Profile; as: string | undefined }) {
  if (as !== undefined) return <ProfileHead profile={profile} />
  return profile.relation === 'self' ? <OwnHead profile={profile} /> : <OtherHead profile={profile} />
}

function OtherHead({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  return (
    <ProfileHead
      profile={profile}
      actions={
        <>
          {profile.suspended && (
            <p className="wl-muted wl-small">{i18n._({ id: 'profile.suspended', message: 'This account is suspended.' })}</p>
          )}
          <PersonActions
            person={profile}
            relation={profile.relation}
            variant="page"
            mayAsk={profile.may_ask}
            mayMessage={profile.may_message}
          />
          <PostAlertButton person={profile} />
          <ProfileMenu profile={profile} />
        </>
      }
      {...(profile.shows.match ? { aside: <ProfileMatch person={profile} /> } : {})}
    />
  )
}

function OwnHead({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const [isEditing, setIsEditing] = useState(false)
  const editButton = useFocusBack(isEditing)
  if (isEditing) {
    return (
      <Suspense fallback={<ProfileHead profile={profile} />}>
        <ProfileEditor profile={profile} onClose={() => setIsEditing(false)} />
      </Suspense>
    )
  }
  return (
    <ProfileHead
      profile={profile}
      actions={
        <>
          <InviteFriends uid={profile.uid} />
          <Button
            ref={editButton}
            variant="default"
            leftSection={<IconPencil size={20} stroke={1.8} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            {i18n._({ id: 'profile.edit', message: 'Edit profile' })}
          </Button>
        </>
      }
      aside={<OwnPrint uid={profile.uid} />}
    />
  )
}

/** Restores the focus after the editor closes. */
function useFocusBack(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  return button
}

/** A hidden profile: a person the viewer blocked can be unblocked here; all others look missing. */
function HiddenPerson({ uid }: { uid: Uid }) {
  // A block that was just noticed has its answer already.
  const connection = useQuery({ ...callQuery(connectionCalls.getConnection, { params: { uid } }), retryOnMount: false })
  const relation = connection.data?.relation
  const isBack = relation !== undefined && relation !== 'blocked'
  useEffect(() => {
    if (isBack) void refreshCall(profileCalls.getProfile, { params: { uid } })
  }, [isBack, uid])
  if (connection.data && !isBack) {
    return (
      <>
        <PageTitle title={connection.data.person.name} />
        <ConnectionBanner connection={connection.data} />
      </>
    )
  }
  if (!connection.error) return <ProfileSkeleton />
  if (connection.error.failure.kind === 'missing') return <MissingProfile />
  return <ErrorState kind={connection.error.failure.kind} onRetry={() => void connection.refetch()} />
}

/** A placeholder for a profile's header. */
function ProfileHeadSkeleton() {
  const { i18n } = useLingui()
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'profile.loading', message: 'Loading the profile' })} />
      <div className="wl-card wl-profile-head" aria-hidden>
        <div className="wl-profile-who">
          <span className="wl-profile-face">
            <Skeleton shape="round" />
          </span>
          <div className="wl-profile-text">
            <Skeleton width="min(220px, 80%)" height="2.2rem" />
            <Skeleton width="min(260px, 90%)" />
            <div className="wl-profile-bio">
              <Skeleton width="min(360px, 70vw)" />
            </div>
            <div className="wl-profile-actions">
              <Skeleton shape="block" width={150} height={44} />
            </div>
          </div>
        </div>
        <div className="wl-profile-aside">
          <MatchSkeleton />
        </div>
      </div>
    </>
  )
}

/** A placeholder for a profile of unknown content. */
export function ProfileSkeleton() {
  return (
    <div className="wl-profile-page">
      <ProfileHeadSkeleton />
      <CardSkeleton blockHeight={140} />
    </div>
  )
}

/** The user's own taste print. */
export function OwnPrint({ uid }: { uid: Uid }) {
  const { i18n } = useLingui()
  const taste = useCall(tasteCalls.getTaste, { params: { uid } })
  if (taste.isPending) return <Skeleton shape="block" height={174} />
  // Without data the page below explains what to do.
  if (!taste.data?.print.some((height) => height > 0)) return null
  return (
    <div className="wl-own-print">
      <ReadablePrint
        mine={taste.data.print}
        label={i18n._({
          id: 'profile.print',
          message: 'Your taste print: one bar for each kind of music, then one for each kind of video',
        })}
        height={110}
        grow
        inferred={taste.data.inferred ?? []}
        idle={<Legend />}
      />
      <SharePrint />
    </div>
  )
}

function Legend() {
  const { i18n } = useLingui()
  return (
    <span className="wl-own-print-legend wl-dim">
      <span>{i18n._({ id: 'profile.print.legend', message: 'Your taste print' })}</span>
      <span className="wl-own-print-sides">
        <span data-side="music">{i18n._({ id: 'profile.print.music', message: 'music' })}</span>
        <span data-side="video">{i18n._({ id: 'profile.print.video', message: 'video' })}</span>
      </span>
    </span>
  )
}

/** The taste match with the viewer, in the profile's header. */
function ProfileMatch({ person }: { person: PersonCard }) {
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

function MatchSkeleton() {
  return (
    <div className="wl-match-summary" aria-hidden>
      <Skeleton width={110} height="4.1rem" />
      <Skeleton shape="block" height={165} />
      <Skeleton width="80%" height="1.2rem" />
    </div>
  )
}
