import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { Uid } from '#contract/base/ids.ts'
import type { Profile } from '#contract/profiles.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { MomentFeed } from '#web/features/moments/feed/MomentFeed.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ProfileFrame } from '#web/pages/profile/ProfileFrame.tsx'
import { useViewAs } from '#web/pages/profile/view-as.ts'
import { Compose } from './Compose.tsx'
import { LiveFeed } from './LiveFeed.tsx'

/** One person's moments, below their profile header. */
export function PersonMoments({ uid }: { uid: Uid }) {
  const as = useViewAs(uid)
  return (
    <ProfileFrame uid={uid} tab="moments">
      {(profile) => (as === undefined ? <LiveMoments profile={profile} /> : <ViewAsMoments uid={uid} as={as} />)}
    </ProfileFrame>
  )
}

function LiveMoments({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const isMine = profile.relation === 'self'
  return (
    <div className="wl-moments-page">
      {isMine && <Compose />}
      <LiveFeed of={{ uid: profile.uid }} empty={<EmptyState>{emptyText(i18n, profile)}</EmptyState>} />
    </div>
  )
}

/** Only a buddy knows that no moment for buddies is hidden. */
export function emptyText(i18n: I18n, profile: Pick<Profile, 'relation' | 'name'>): string {
  const values = { name: shortName(profile) }
  if (profile.relation === 'self')
    return i18n._({ id: 'moments.empty.own', message: 'You haven’t shared a moment yet. A track, a video, a thought: it starts here.' })
  if (profile.relation === 'connected') return i18n._({ id: 'moments.empty.buddy', message: '{name} hasn’t shared a moment yet.', values })
  return i18n._({ id: 'moments.empty.person', message: '{name} hasn’t shared anything here yet, or only with buddies.', values })
}

/** The user's own moments as another persona sees them: read-only, without private ones. */
function ViewAsMoments({ uid, as }: { uid: Uid; as: string }) {
  const { i18n } = useLingui()
  const feed = useFeed({ uid, as })
  return (
    <div className="wl-moments-page">
      <MomentFeed
        feed={feed}
        empty={<EmptyState>{i18n._({ id: 'moments.empty.seen', message: 'They can’t see any of your moments.' })}</EmptyState>}
      />
    </div>
  )
}
