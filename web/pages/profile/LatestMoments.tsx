import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { momentCalls } from '#contract/moments.ts'
import type { Profile } from '#contract/profiles.ts'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { MomentActions } from '#web/features/moments/feed/MomentActions.tsx'
import { MomentCard } from '#web/features/moments/feed/MomentCard.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useCall } from '#web/platform/query.ts'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { useSeenAs } from './seen-as.ts'
import './LatestMoments.css'

const MOST = 2

/** The last moments of somebody, below what they love. Nothing where there are none. */
export function LatestMoments({ profile }: { profile: Profile }) {
  const as = useSeenAs(profile.uid)
  return as === undefined ? <OwnView profile={profile} /> : <SeenView uid={profile.uid} as={as} />
}

/** One's own moments as others get them: all of the first page, and nothing to press. */
function SeenView({ uid, as }: { uid: Uid; as: string }) {
  const { i18n } = useLingui()
  const feed = useCall(momentCalls.getFeed, { query: { uid, as } })
  const now = useNow()
  const moments = feed.data?.moments ?? []
  if (moments.length === 0) return null
  return (
    <section className="wl-latest">
      <SectionHeader title={i18n._({ id: 'profile.latest', message: 'Latest moments' })} />
      <ul>
        {moments.map((moment) => (
          <li key={moment.id} className="wl-card">
            <MomentCard moment={moment} now={now} actions={null} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnView({ profile: { uid } }: { profile: Profile }) {
  const { i18n } = useLingui()
  const feed = useFeed({ uid })
  const now = useNow()
  if (feed.status !== 'ready' || feed.moments.length === 0) return null
  return (
    <section className="wl-latest">
      <SectionHeader title={i18n._({ id: 'profile.latest', message: 'Latest moments' })}>
        <Link to={`/moments/${uid}`} className="wl-dim wl-small">
          {i18n._({ id: 'profile.all-moments', message: 'All moments' })}
        </Link>
      </SectionHeader>
      <ul>
        {feed.moments.slice(0, MOST).map((moment) => (
          <li key={moment.id} className="wl-card">
            <MomentCard moment={moment} now={now} actions={<MomentActions moment={moment} />} />
          </li>
        ))}
      </ul>
    </section>
  )
}
