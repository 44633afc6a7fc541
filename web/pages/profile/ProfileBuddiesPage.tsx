import { useParams } from 'react-router'
import { Buddies } from './Buddies.tsx'
import { ProfileFrame } from './ProfileFrame.tsx'

/** `/profile/:user_id/buddies`: a person's connections. */
export function ProfileBuddiesPage() {
  const { user_id: uid = '' } = useParams()
  return (
    <ProfileFrame key={uid} uid={uid} tab="buddies">
      {(profile) => <Buddies profile={profile} />}
    </ProfileFrame>
  )
}
