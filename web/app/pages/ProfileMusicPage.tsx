import { useLingui } from '@lingui/react'
import { useParams } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { tasteCalls } from '#contract/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ProfileFrame } from '../profile/ProfileFrame.tsx'
import { TasteSection } from '../profile/TasteSections.tsx'
import { TasteSkeleton } from '../profile/TasteSkeleton.tsx'

/** `/profile/:user_id/spotify`: artists and tracks of somebody. */
export function ProfileMusicPage() {
  const { user_id: uid = '' } = useParams()
  return (
    <ProfileFrame key={uid} uid={uid} tab="music">
      {(profile) => <Music profile={profile} />}
    </ProfileFrame>
  )
}

function Music({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const music = useCall(tasteCalls.getMusic, { params: { uid: profile.uid } })
  if (music.data) {
    return (
      <div className="wl-taste-sections">
        <TasteSection
          profile={profile}
          title={i18n._({ id: 'profile.artists', message: 'Artists' })}
          section={music.data.artists}
          look="round"
          empty={i18n._({ id: 'profile.artists.none', message: 'No artists here yet.' })}
        />
        <TasteSection
          profile={profile}
          title={i18n._({ id: 'profile.tracks', message: 'Tracks' })}
          section={music.data.tracks}
          look="rows"
          empty={i18n._({ id: 'profile.tracks.none', message: 'No tracks here yet.' })}
        />
      </div>
    )
  }
  if (music.error) return <ErrorState kind={music.error.failure.kind} onRetry={() => void music.refetch()} />
  return <TasteSkeleton />
}
