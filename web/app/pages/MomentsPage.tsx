import { Suspense, useEffect, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useParams, useSearchParams } from 'react-router'
import type { Uid } from '#contract/ids.ts'
import { feedTab, type FeedTab } from '#contract/moments.ts'
import type { Profile } from '#contract/profiles.ts'
import { shortName } from '#web/features/connections/short-name.ts'
import { ComposerSkeleton, MomentComposer } from '#web/features/moments/MomentComposer.tsx'
import { MomentFeed } from '#web/features/moments/MomentFeed.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import type { FeedOf } from '#web/features/moments/moments.cache.ts'
import { drawnHeight, watchChanges } from '#web/features/moments/moments.live.ts'
import { resumeOutgoing } from '#web/features/moments/moments.outgoing.ts'
import { watchRemovals } from '#web/features/moments/moments.removals.ts'
import { useShownFeed } from '#web/features/moments/moments.shown.ts'
import { RefusedEdit } from '#web/features/moments/RefusedEdit.tsx'
import { useNewMoments } from '#web/features/moments/use-new-moments.ts'
import { useMe, useMyProfile } from '#web/features/profiles/me.ts'
import { socketLink } from '#web/platform/app-socket.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { FeedTabs, TAB_PARAM } from '../moments/FeedTabs.tsx'
import { MomentsAside } from '../moments/MomentsAside.tsx'
import { NewPill } from '../moments/NewPill.tsx'
import { useLayer } from '../moments/use-layer.ts'
import { ProfileFrame } from '../profile/ProfileFrame.tsx'
import { useSeenAs } from '../profile/seen-as.ts'
import './MomentsPage.css'

const MomentLayer = lazyPart(async () => (await import('#web/features/moments/MomentLayer.tsx')).MomentLayer)

const subscribe: SocketLink['subscribe'] = (frame, listener) => socketLink.subscribe(frame, listener)

/** From here on there is room beside the feed. */
const WIDE = '(min-width: 1024px)'

/** `/moments`: what moves around the viewer. `/moments/:uid`: what one person shares. `?post=` opens one moment over either. */
export function MomentsPage() {
  const { uid } = useParams()
  const [search] = useSearchParams()
  const layer = useLayer()
  const me = useMe()
  const as = useSeenAs(uid ?? '')
  useEffect(watchRemovals, [])
  useEffect(resumeOutgoing, [])
  useEffect(() => watchChanges({ subscribe, heightOf: drawnHeight }), [])
  const asked = feedTab.safeParse(search.get(TAB_PARAM))
  const tab = asked.success ? asked.data : 'buddies'
  return (
    <>
      {uid === undefined ? (
        <EverybodysMoments tab={tab} />
      ) : (
        <ProfileFrame key={uid} uid={uid} tab="moments">
          {(profile) => (as === undefined ? <PersonsMoments profile={profile} /> : <SeenMoments uid={uid} as={as} />)}
        </ProfileFrame>
      )}
      <Suspense fallback={null}>{layer.id !== null && <MomentLayer key={layer.id} id={layer.id} me={me} onClose={layer.close} />}</Suspense>
      <RefusedEdit />
    </>
  )
}

function EverybodysMoments({ tab }: { tab: FeedTab }) {
  const { i18n } = useLingui()
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
          <FeedTabs current={tab} />
          {tab === 'buddies' && <Compose />}
          <LiveFeed key={tab} of={{ tab }} empty={tab === 'buddies' ? <NoMoments /> : <NobodyClose />} />
        </div>
        {isWide && <MomentsAside />}
      </div>
    </>
  )
}

function PersonsMoments({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  const isMine = profile.relation === 'self'
  return (
    <div className="wl-moments-page">
      {isMine && <Compose />}
      <LiveFeed
        of={{ uid: profile.uid }}
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

/** One's own moments exactly as somebody else gets them: nothing to press, nothing that is only one's own. */
function SeenMoments({ uid, as }: { uid: Uid; as: string }) {
  const { i18n } = useLingui()
  const feed = useFeed({ uid, as })
  return (
    <div className="wl-moments-page">
      <MomentFeed
        feed={feed}
        empty={<EmptyState>{i18n._({ id: 'moments.empty.seen', message: 'None of your moments are for them.' })}</EmptyState>}
      />
    </div>
  )
}

/** A feed that stands still while it is read; what is new waits in a pill over it. */
function LiveFeed({ of, empty }: { of: FeedOf; empty: ReactNode }) {
  const feed = useShownFeed(useFeed(of, true), of)
  const fresh = useNewMoments(of)
  const { open } = useLayer()
  return (
    <>
      <NewPill moments={fresh} />
      <MomentFeed feed={feed} empty={empty} onOpen={open} />
    </>
  )
}

function NoMoments() {
  const { i18n } = useLingui()
  return (
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
  )
}

function NobodyClose() {
  const { i18n } = useLingui()
  return (
    <EmptyState
      action={
        <Button component={Link} to="/social_connect">
          {i18n._({ id: 'moments.empty.wavelength.action', message: 'Connect what you listen to' })}
        </Button>
      }
    >
      {i18n._({
        id: 'moments.empty.wavelength',
        message: 'Nobody close to your taste has shared a public moment yet. The more we know of your taste, the more people we find.',
      })}
    </EmptyState>
  )
}

/** Without one's own profile there is nobody to write as: then the feed tells what is wrong, and nothing stands here. */
function Compose() {
  const { data: me, isError } = useMyProfile()
  if (!me && isError) return null
  return <div className="wl-moments-compose">{me ? <MomentComposer key={me.uid} me={me} /> : <ComposerSkeleton />}</div>
}
