import { Buddies } from './Buddies.tsx'
import { ProfileTabPage } from './ProfileAddress.tsx'

/** `/profile/:person/buddies`: a person's connections. */
export function ProfileBuddiesPage() {
  return <ProfileTabPage tab="buddies">{(profile) => <Buddies profile={profile} />}</ProfileTabPage>
}
