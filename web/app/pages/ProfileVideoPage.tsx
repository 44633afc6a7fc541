import { useLingui } from '@lingui/react'
import { useParams } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { tasteCalls } from '#contract/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ProfileFrame } from '../profile/ProfileFrame.tsx'
import { TasteSection } from '../profile/TasteSections.tsx'
import { TasteSkeleton } from '../profile/TasteSkeleton.tsx'

/** `/profile/:user_id/youtube`: channels and liked videos of somebody. */
export function ProfileVideoPage() {
  const { user_id: uid = '' } = useParams()
  return (
    <ProfileFrame key={uid} uid={uid} tab="video">
      {(profile) => <Video profile={profile} />}
    </ProfileFrame>
  )
}

function Video({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const video = useCall(tasteCalls.getVideo, { params: { uid: profile.uid } })
  if (video.data) {
    return (
      <div className="wl-taste-sections">
        <TasteSection
          profile={profile}
          title={i18n._({ id: 'profile.channels', message: 'Channels' })}
          section={video.data.channels}
          look="round"
          empty={i18n._({ id: 'profile.channels.none', message: 'No channels here yet.' })}
        />
        <TasteSection
          profile={profile}
          title={i18n._({ id: 'profile.videos', message: 'Liked videos' })}
          section={video.data.videos}
          look="tiles"
          empty={i18n._({ id: 'profile.videos.none', message: 'No videos here yet.' })}
        />
      </div>
    )
  }
  if (video.error) return <ErrorState kind={video.error.failure.kind} onRetry={() => void video.refetch()} />
  return <TasteSkeleton />
}
