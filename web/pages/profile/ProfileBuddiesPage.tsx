import { Buddies } from './Buddies.tsx'
import { ProfileTabPage } from './ProfileAddress.tsx'

/** `/profile/:user_id/buddies`: a person's connections. */
export function ProfileBuddiesPage() {
  return <ProfileTabPage tab="buddies">{(profile) => <Buddies profile={profile} />}</ProfileTabPage>
}
