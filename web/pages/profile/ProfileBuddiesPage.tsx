import { useParams } from 'react-router'
import { Buddies } from './Buddies.tsx'
import { ProfileFrame } from './ProfileFrame.tsx'

/** `/profile/:user_id/buddies`: whom somebody is connected with. */
export function ProfileBuddiesPage() {
  const { user_id: uid = '' } = useParams()
  return (
    <ProfileFrame key={uid} uid={uid} tab="buddies">
      {(profile) => <Buddies profile={profile} />}
    </ProfileFrame>
  )
}
