import { useLingui } from '@lingui/react'
import { useParams } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { ProfileFrame } from './ProfileFrame.tsx'
import { TasteListSection } from './TasteListSection.tsx'

/** `/profile/:user_id/youtube`: a person's subscribed channels and liked videos. */
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
  return (
    <div className="wl-taste-sections">
      <TasteListSection
        profile={profile}
        title={i18n._({ id: 'profile.channels.subscribed', message: 'Subscribed channels' })}
        list="channels"
        range="all_time"
        look="round"
        empty={i18n._({ id: 'profile.channels.none', message: 'No channels here yet.' })}
      />
      <TasteListSection
        profile={profile}
        title={i18n._({ id: 'profile.videos', message: 'Liked videos' })}
        list="videos"
        range="all_time"
        look="tiles"
        empty={i18n._({ id: 'profile.videos.none', message: 'No videos here yet.' })}
      />
    </div>
  )
}
