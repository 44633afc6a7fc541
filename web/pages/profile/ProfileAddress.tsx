import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { profileCalls } from '#contract/profiles.ts'
import { useCall } from '#web/platform/query.ts'
import { MissingProfile } from './MissingProfile.tsx'
import { FailedProfile, ProfileFrame, ProfileSkeleton, type ProfileFrameProps } from './ProfileFrame.tsx'

/** Reads the person from `/profile/:uid` and the pages below it. A present or former user name redirects to the address with the id. */
export function ProfileAddress({ children }: { children: (uid: Uid) => ReactNode }) {
  const params = useParams()
  const person = params['uid'] ?? params['user_id'] ?? ''
  const userName = person.toLowerCase()
  return limits.userName.pattern.test(userName) ? <NamedProfile userName={userName} /> : children(person)
}

function NamedProfile({ userName }: { userName: string }) {
  const { pathname, search } = useLocation()
  const found = useCall(profileCalls.findByUserName, { params: { userName } })
  if (found.data) return <Navigate to={pathname.replace(/(?<=^\/profile\/)[^/]+/i, found.data.uid) + search} replace />
  if (!found.error) return <ProfileSkeleton />
  const { kind, code } = found.error.failure
  if (kind === 'missing' || code === 'invalid_input') return <MissingProfile />
  return <FailedProfile kind={kind} onRetry={() => void found.refetch()} />
}

/** A tab of the person in the address. */
export function ProfileTabPage({ tab, children }: Omit<ProfileFrameProps, 'uid'>) {
  return (
    <ProfileAddress>
      {(uid) => (
        <ProfileFrame key={uid} uid={uid} tab={tab}>
          {children}
        </ProfileFrame>
      )}
    </ProfileAddress>
  )
}
