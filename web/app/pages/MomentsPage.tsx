import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useParams, useSearchParams } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { shortName } from '#web/features/connections/short-name.ts'
import { MOMENT_PARAM } from '#web/features/moments/moment-address.ts'
import { MomentComposer } from '#web/features/moments/MomentComposer.tsx'
import { MomentFeed } from '#web/features/moments/MomentFeed.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { watchRemovals } from '#web/features/moments/moments.removals.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { MomentsAside } from '../moments/MomentsAside.tsx'
import { ProfileFrame } from '../profile/ProfileFrame.tsx'
import './MomentsPage.css'

/** From here on there is room beside the feed. */
const WIDE = '(min-width: 1024px)'

/** `/moments`: what the viewer and their buddies share. `/moments/:uid`: what one person shares. `?post=` marks one of them. */
export function MomentsPage() {
  const { uid } = useParams()
  useEffect(watchRemovals, [])
  if (uid === undefined) return <EverybodysMoments />
  return (
    <ProfileFrame key={uid} uid={uid} tab="moments">
      {(profile) => <PersonsMoments profile={profile} />}
    </ProfileFrame>
  )
}

function EverybodysMoments() {
  const { i18n } = useLingui()
  const feed = useFeed(null)
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  return (
    <>
      <div className="wl-moments-title">
        <PageHeader
          title={i18n._({ id: 'moments.title', message: 'Moments' })}
          lead={i18n._({ id: 'moments.lead', message: 'What you and your buddies are hearing and watching.' })}
        />
      </div>
      <div className="wl-moments-columns">
        <div className="wl-moments-page">
          <Compose />
          <MomentFeed
            feed={feed}
            markedId={useMarkedId()}
            empty={
              <EmptyState
                action={
                  <Button component={Link} to="/find_buddies">
                    {i18n._({ id: 'connections.nobody.action', message: 'Find buddies' })}
                  </Button>
                }
              >
                {i18n._({
                  id: 'moments.empty',
                  message: 'It is quiet here. Share the first moment, or find people whose moments you want to hear.',
                })}
              </EmptyState>
            }
          />
        </div>
        {isWide && <MomentsAside />}
      </div>
    </>
  )
}

function PersonsMoments({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const feed = useFeed(profile.uid)
  const isMine = profile.relation === 'self'
  return (
    <div className="wl-moments-page">
      {isMine && <Compose />}
      <MomentFeed
        feed={feed}
        markedId={useMarkedId()}
        empty={
          <EmptyState>
            {isMine
              ? i18n._({
                  id: 'moments.empty.own',
                  message: 'You have not shared a moment yet. A track, a video, a thought: it starts here.',
                })
              : i18n._({
                  id: 'moments.empty.person',
                  message: '{name} has shared nothing here yet, or only with buddies.',
                  values: { name: shortName(profile) },
                })}
          </EmptyState>
        }
      />
    </div>
  )
}

function Compose() {
  const me = useMe()
  return <div className="wl-moments-compose">{me && <MomentComposer key={me.uid} me={me} />}</div>
}

function useMarkedId(): string | null {
  const [search] = useSearchParams()
  return search.get(MOMENT_PARAM)
}
