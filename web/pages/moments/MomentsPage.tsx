import { useEffect, useId } from 'react'
import { useLingui } from '@lingui/react'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useParams, useSearchParams } from 'react-router'
import { type FeedTab, feedTabs } from '#contract/moments.ts'
import { cardHeight, watchChanges } from '#web/features/moments/moments.live.ts'
import { resumePendingMoments } from '#web/features/moments/moments.pending.ts'
import { watchRemovals } from '#web/features/moments/moments.removals.ts'
import { RejectedMoment } from '#web/features/moments/composer/RejectedMoment.tsx'
import { useMe } from '#web/features/profiles/me.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { lazyComponent, lazyPart } from '#web/platform/lazy-component.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Compose } from './Compose.tsx'
import './FeedTabs.css'
import { LiveFeed } from './LiveFeed.tsx'
import { useDismissals } from '#web/features/matching/dismissals.ts'
import { useMatches } from '#web/features/matching/taste.api.ts'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import './MomentsAside.css'
import { useLayer } from './use-layer.ts'
import './MomentsPage.css'

const MAX_SUGGESTIONS = 4

/** Beside the feed on wide screens: suggested people. */
function MomentsAside() {
  const { i18n } = useLingui()
  const titleId = useId()
  const matches = useMatches(
    { filter: 'all' },
    useDismissals((state) => state.hidden),
  )
  const people = matches.status === 'ready' ? matches.people.slice(0, MAX_SUGGESTIONS) : []
  if (people.length === 0) return null
  return (
    <aside className="wl-card wl-moments-aside" aria-labelledby={titleId}>
      <SectionHeader titleId={titleId} title={i18n._({ id: 'home.matches', message: 'On your wavelength' })}>
        <Link to="/find_buddies" className="wl-muted wl-small">
          {i18n._({ id: 'moments.aside.all', message: 'All' })}
        </Link>
      </SectionHeader>
      <ul className="wl-people">
        {people.map(({ person, match }) => (
          <PersonRow
            key={person.uid}
            person={person}
            about={i18n._({
              id: 'moments.aside.common',
              message: '{count, number} in common',
              values: { count: match.shared_artists + match.shared_channels },
            })}
            actions={<MatchFigure percent={match.percent} size="small" />}
          />
        ))}
      </ul>
    </aside>
  )
}

/** The parameter that selects another tab than the first. */
const TAB_PARAM = 'tab'

/** The feeds. Links, because each has its own address. */
function FeedTabs({ current }: { current: FeedTab }) {
  const { i18n } = useLingui()
  const tabs: readonly [tab: FeedTab, to: string, label: string][] = [
    ['buddies', '/moments', i18n._({ id: 'moments.tab.buddies', message: 'Buddies' })],
    ['wavelength', `/moments?${TAB_PARAM}=wavelength`, i18n._({ id: 'moments.tab.wavelength', message: 'On your wavelength' })],
    ['bookmarks', `/moments?${TAB_PARAM}=bookmarks`, i18n._({ id: 'moments.tab.bookmarks', message: 'Bookmarks' })],
  ]
  return (
    <nav className="wl-feed-tabs" aria-label={i18n._({ id: 'moments.tabs', message: 'Moments to show' })}>
      {tabs.map(([tab, to, label]) => (
        <Link key={tab} to={to} aria-current={tab === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

// The main feed does not need the code of a person's page.
const PersonMoments = lazyComponent(async () => (await import('./PersonMoments.tsx')).PersonMoments)
const BookmarkFeed = lazyPart(async () => (await import('./BookmarkFeed.tsx')).BookmarkFeed)
const MomentLayer = lazyPart(async () => (await import('#web/features/moments/feed/MomentLayer.tsx')).MomentLayer)

const subscribe: SocketLink['subscribe'] = (frame, listener) => socketLink.subscribe(frame, listener)

/** The viewport width from which the aside fits. */
const WIDE = '(min-width: 1024px)'

/** `/moments`: the viewer's feeds. `/moments/:uid`: one person's moments. `?post=` opens one moment over either. */
export function MomentsPage() {
  const { uid } = useParams()
  const [search] = useSearchParams()
  const layer = useLayer()
  const me = useMe()
  useEffect(watchRemovals, [])
  useEffect(resumePendingMoments, [])
  useEffect(() => watchChanges({ subscribe, heightOf: cardHeight }), [])
  const tab = feedTabs.find((name) => name === search.get(TAB_PARAM)) ?? 'buddies'
  return (
    <>
      {uid === undefined ? <HomeFeeds tab={tab} /> : <PersonMoments key={uid} uid={uid} />}
      {layer.id !== null && <MomentLayer key={layer.id} id={layer.id} me={me} isCommenting={layer.isCommenting} onClose={layer.close} />}
      <RejectedMoment />
    </>
  )
}

function HomeFeeds({ tab }: { tab: FeedTab }) {
  const { i18n } = useLingui()
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  return (
    <>
      <div className="wl-moments-title">
        <PageHeader
          repeatsBar
          title={i18n._({ id: 'moments.title', message: 'Moments' })}
          lead={i18n._({ id: 'moments.lead', message: 'What you and your buddies are listening to and watching.' })}
        />
      </div>
      <div className="wl-moments-columns">
        <div className="wl-moments-page">
          <FeedTabs current={tab} />
          {tab === 'buddies' && <Compose />}
          {tab === 'bookmarks' ? (
            <BookmarkFeed />
          ) : (
            <LiveFeed key={tab} of={{ tab }} empty={tab === 'buddies' ? <NoMoments /> : <NoSimilarPeople />} />
          )}
        </div>
        {isWide && <MomentsAside />}
      </div>
    </>
  )
}

function NoMoments() {
  const { i18n } = useLingui()
  return (
    <EmptyState next={{ to: '/find_buddies', label: i18n._({ id: 'connections.nobody.action', message: 'Find buddies' }) }}>
      {i18n._({
        id: 'moments.empty',
        message: 'It’s quiet here. Share the first moment, or find people whose moments you’d like to see.',
      })}
    </EmptyState>
  )
}

function NoSimilarPeople() {
  const { i18n } = useLingui()
  return (
    <EmptyState next={{ to: '/social_connect', label: i18n._({ id: 'moments.empty.wavelength.action', message: 'Connect an account' }) }}>
      {i18n._({
        id: 'moments.empty.wavelength',
        message: 'Nobody with similar taste has shared a public moment yet. The more we know about your taste, the more people we find.',
      })}
    </EmptyState>
  )
}
