import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import type { ListRange } from '#contract/taste/taste-lists.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { ProfileTabPage } from './ProfileAddress.tsx'
import { TasteListSection } from './TasteListSection.tsx'

const sections = { music: Music, video: Video }

/** `/profile/:user_id/spotify` and `/profile/:user_id/youtube`: a person's taste on one side. */
function ProfileTastePage({ side }: { side: keyof typeof sections }) {
  const Sections = sections[side]
  return <ProfileTabPage tab={side}>{(profile) => <Sections profile={profile} />}</ProfileTabPage>
}

export const ProfileMusicPage = () => <ProfileTastePage side="music" />
export const ProfileVideoPage = () => <ProfileTastePage side="video" />

/** Top artists and tracks by period, recently played, and saved items. */
function Music({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const [range, setRange] = useState<ListRange>('all_time')
  return (
    <div className="wl-taste-sections">
      <Ranges range={range} onPick={setRange} />
      <TasteListSection
        profile={profile}
        title={i18n._({ id: 'profile.artists.top', message: 'Top artists' })}
        list="artists"
        range={range}
        look="round"
        empty={i18n._({ id: 'profile.artists.none', message: 'No artists here yet.' })}
        emptyAction={range === 'all_time' && <AddTasteButton />}
      />
      <TasteListSection
        profile={profile}
        title={i18n._({ id: 'profile.tracks.top', message: 'Top tracks' })}
        list="tracks"
        range={range}
        look="rows"
        empty={i18n._({ id: 'profile.tracks.none', message: 'No tracks here yet.' })}
      />
      <TasteListSection
        profile={profile}
        title={i18n._({ id: 'profile.recent', message: 'Recently played' })}
        list="recent"
        range="all_time"
        look="rows"
        empty={i18n._({ id: 'profile.recent.none', message: 'Nothing played recently.' })}
      />
      <TasteListSection
        profile={profile}
        title={i18n._({ id: 'profile.saved', message: 'Saved tracks' })}
        list="saved"
        range="all_time"
        look="rows"
        empty={i18n._({ id: 'profile.saved.none', message: 'No saved tracks here yet.' })}
      />
    </div>
  )
}

/** Subscribed channels and liked videos. */
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
        emptyAction={<AddTasteButton />}
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

function AddTasteButton() {
  const { i18n } = useLingui()
  return (
    <Button component={Link} to="/social_connect#picks" className="wl-taste-section-more">
      {i18n._({ id: 'match.empty.action', message: 'Tell us what you love' })}
    </Button>
  )
}

function Ranges({ range, onPick }: { range: ListRange; onPick: (range: ListRange) => void }) {
  const { i18n } = useLingui()
  const labels: Record<ListRange, string> = {
    '4_weeks': i18n._({ id: 'profile.range.4-weeks', message: 'Last 4 weeks' }),
    '6_months': i18n._({ id: 'profile.range.6-months', message: 'Last 6 months' }),
    all_time: i18n._({ id: 'profile.range.all', message: 'All time' }),
  }
  return (
    <ChipRow label={i18n._({ id: 'profile.range', message: 'Time range for top artists and tracks' })}>
      {(['4_weeks', '6_months', 'all_time'] as const).map((period) => (
        <FilterChip key={period} isOn={period === range} onPick={() => onPick(period)}>
          {labels[period]}
        </FilterChip>
      ))}
    </ChipRow>
  )
}
