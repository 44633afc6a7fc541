import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconPencil } from '@tabler/icons-react'
import type { Uid } from '#contract/ids.ts'
import { profileCalls, type Profile } from '#contract/profiles.ts'
import { PersonActions } from '#web/features/connections/PersonActions.tsx'
import { ProfileHead } from '#web/features/profiles/ProfileHead.tsx'
import { ProfileTabs, type ProfileTab } from '#web/features/profiles/ProfileTabs.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { HiddenPerson } from './HiddenPerson.tsx'
import { NobodyHere } from './NobodyHere.tsx'
import { OwnPrint } from './OwnPrint.tsx'
import { ProfileMatch } from './ProfileMatch.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import './ProfileFrame.css'

const ProfileEditor = lazy(async () => ({ default: (await import('#web/features/profiles/ProfileEditor.tsx')).ProfileEditor }))

export type ProfileFrameProps = {
  uid: Uid
  tab: ProfileTab
  /** The tab's own content, once it is known whose it is. */
  children: (profile: Profile) => ReactNode
}

/** What all pages of one person have in common: the head, the tabs, and what is shown when there is nobody to show. */
export function ProfileFrame({ uid, tab, children }: ProfileFrameProps) {
  const profile = useCall(profileCalls.getProfile, { params: { uid } })
  if (profile.data?.relation === 'blocked') return <HiddenPerson uid={uid} />
  if (profile.data) {
    return (
      <div className="wl-profile-page" data-tab={tab}>
        <PageTitle title={profile.data.name} />
        {profile.data.relation === 'self' ? <OwnHead profile={profile.data} /> : <OtherHead profile={profile.data} />}
        <ProfileTabs uid={uid} current={tab} />
        {children(profile.data)}
      </div>
    )
  }
  if (!profile.error) return <ProfileSkeleton />
  const { kind, code } = profile.error.failure
  // An address that holds no uid at all is refused as invalid input: for whoever reads the page that is nobody, too.
  if (code === 'invalid_input') return <NobodyHere />
  if (kind === 'missing') return <HiddenPerson uid={uid} />
  return <ErrorState kind={kind} onRetry={() => void profile.refetch()} />
}

function OtherHead({ profile }: { profile: Profile }) {
  return (
    <ProfileHead
      profile={profile}
      actions={
        <>
          <PersonActions person={profile} relation={profile.relation} variant="page" />
          <ProfileMenu person={profile} relation={profile.relation} />
        </>
      }
      aside={<ProfileMatch person={profile} />}
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
        <Button
          ref={editButton}
          variant="default"
          leftSection={<IconPencil size={20} stroke={1.8} aria-hidden />}
          onClick={() => setIsEditing(true)}
        >
          {i18n._({ id: 'profile.edit', message: 'Edit profile' })}
        </Button>
      }
      aside={<OwnPrint uid={profile.uid} />}
    />
  )
}

/** Whoever leaves the editor stands again where they went in. */
function useFocusBack(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  return button
}
