import { Buddies } from './Buddies.tsx'
import { ProfileAddress } from './ProfileAddress.tsx'
import { ProfileFrame } from './ProfileFrame.tsx'

/** `/profile/:person/buddies`: a person's connections. */
export function ProfileBuddiesPage() {
  return (
    <ProfileAddress>
      {(uid) => (
        <ProfileFrame key={uid} uid={uid} tab="buddies">
          {(profile) => <Buddies profile={profile} />}
        </ProfileFrame>
      )}
    </ProfileAddress>
  )
}
