import { useParams } from 'react-router'
import { ProfileFrame } from './ProfileFrame.tsx'
import { ProfileOverview } from './ProfileOverview.tsx'

/** `/profile/:uid`: who somebody is and what they love most. */
export function ProfilePage() {
  const { uid = '' } = useParams()
  return (
    <ProfileFrame key={uid} uid={uid} tab="overview">
      {(profile) => <ProfileOverview profile={profile} />}
    </ProfileFrame>
  )
}
