import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { itemPath } from '#contract/taste/item-path.ts'
import { itemPageCalls, type ItemFan, type ItemPage as Found } from '#contract/taste/item-pages.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import { ItemHero } from './ItemHero.tsx'
import { ItemMoments } from './ItemMoments.tsx'
import { WorksCard } from './WorksCard.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { reasonText } from '#web/features/discover/discover.messages.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { PlayItem } from '#web/features/media/items/PlayItem.tsx'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { videoPicture } from '#web/features/media/items/play.ts'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import './ItemPage.css'

/** `/artist/:id`, `/channel/:id` and `/track/:id`: where people meet around an item. Open to visitors, who see no names. */
export function ItemPage() {
  const { id = '' } = useParams()
  const status = useAuthStatus()
  if (status === 'unknown' || status === 'checking') return <Loading />
  return status === 'ready' ? <MemberPage key={id} id={id} /> : <VisitorPage key={id} id={id} />
}

function MemberPage({ id }: { id: string }) {
  const found = useCall(itemPageCalls.getItemPage, { params: { item_id: id } })
  return <Shown found={found} isMember />
}

function VisitorPage({ id }: { id: string }) {
  const found = useCall(itemPageCalls.getPublicItemPage, { params: { item_id: id } })
  return <Shown found={found} isMember={false} />
}

type ShownProps = {
  found: Pick<ReturnType<typeof useCall<typeof itemPageCalls.getItemPage>>, 'data' | 'error' | 'refetch'>
  isMember: boolean
}

function Shown({ found: { data, error, refetch }, isMember }: ShownProps) {
  const { pathname } = useLocation()
  if (data) {
    const path = itemPath(data.item)
    // A channel opened as an artist, for example.
    if (path !== pathname.toLowerCase().replace(/\/$/, '')) return <Navigate to={path} replace />
    return <Content page={data} isMember={isMember} />
  }
  if (!error) return <Loading />
  const { kind, code } = error.failure
  // An address without a valid id is rejected as invalid input.
  return kind === 'missing' || code === 'invalid_input' ? <NotFoundPage /> : <ErrorState kind={kind} onRetry={() => void refetch()} />
}

function Content({ page, isMember }: { page: Found; isMember: boolean }) {
  return (
    <div className="wl-item-page">
      <PageTitle title={page.item.name} />
      <ItemHero page={page} isMember={isMember} />
      <div className="wl-item-page-columns">
        <div className="wl-item-page-fans">{isMember ? <FansCard page={page} /> : <Invitation />}</div>
        <div className="wl-item-page-main">
          <WorksCard page={page} isMember={isMember} />
          <RelatedCard page={page} />
        </div>
        {isMember && (
          <div className="wl-item-page-moments">
            <ItemMoments item={page.item} />
          </div>
        )}
      </div>
    </div>
  )
}

function Invitation() {
  const { i18n } = useLingui()
  return (
    <section className="wl-card wl-item-invitation">
      <h2>{i18n._({ id: 'item.invitation', message: 'Who do you know that loves this?' })}</h2>
      <p className="wl-muted">
        {i18n._({ id: 'item.invitation.text', message: 'Sign up to see which of your buddies love it, and what they say about it.' })}
      </p>
      <Button component={Link} to="/sign-up">
        {i18n._({ id: 'item.invitation.action', message: 'Sign up' })}
      </Button>
    </section>
  )
}

function Loading() {
  const { i18n } = useLingui()
  return (
    <div className="wl-item-page">
      <LoadingLabel label={i18n._({ id: 'item.loading', message: 'Loading the page' })} />
      <div className="wl-card wl-item-hero" aria-hidden>
        <span className="wl-item-hero-art">
          <Skeleton shape="round" width={180} height={180} />
        </span>
        <div className="wl-item-hero-text">
          <Skeleton width="60%" height="2.4rem" />
          <Skeleton width="40%" />
        </div>
      </div>
    </div>
  )
}

const BARS = [1, 2, 3, 4, 5]

/** How much a user loves an item, as five bars. Decorative: the text beside it has the same information. */
function LoveBars({ love, side }: { love: number; side: 'music' | 'video' }) {
  return (
    <span className="wl-love-bars" data-side={side} aria-hidden>
      {BARS.map((bar) => (
        <span key={bar} data-on={bar <= love || undefined} style={{ height: 4 + bar * 3 }} />
      ))}
    </span>
  )
}

const FIRST_FANS = 6

/** Which of the viewer's buddies love the item, and how much. */
function FansCard({ page: { fans, buddies, item } }: { page: Found }) {
  const { i18n } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? fans : fans.slice(0, FIRST_FANS)
  return (
    <section className="wl-card" aria-label={i18n._({ id: 'item.fans', message: 'Fans among your buddies' })}>
      <SectionHeader title={i18n._({ id: 'item.fans', message: 'Fans among your buddies' })}>
        {fans.length > 0 && (
          <span className="wl-muted wl-small">
            {i18n._({ id: 'item.fans.count', message: '{fans, number} of {buddies, number}', values: { fans: fans.length, buddies } })}
          </span>
        )}
      </SectionHeader>
      {fans.length === 0 && (
        <p className="wl-muted">
          {i18n._({
            id: 'item.fans.none',
            message: 'You’re the first of your buddies here. Send {name} to someone who’d love it.',
            values: { name: item.name },
          })}
        </p>
      )}
      <ul className="wl-item-fans">
        {shown.map((fan) => (
          <Fan key={fan.person.uid} fan={fan} side={item.kind === 'channel' || item.kind === 'video' ? 'video' : 'music'} />
        ))}
      </ul>
      {!isWhole && fans.length > FIRST_FANS && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {i18n._({ id: 'discover.all', message: 'Show all {count}', values: { count: fans.length } })}
        </Button>
      )}
    </section>
  )
}

function Fan({ fan: { person, rank, love, is_recent: isRecent }, side }: { fan: ItemFan; side: 'music' | 'video' }) {
  const { i18n } = useLingui()
  return (
    <li>
      <Link to={`/profile/${person.uid}`} tabIndex={-1} aria-hidden>
        <Avatar person={person} size={40} />
      </Link>
      <span className="wl-item-fan-text">
        <Link to={`/profile/${person.uid}`} className="wl-item-name">
          <strong className="wl-line">{person.name}</strong>
        </Link>
        <span className="wl-muted wl-small">
          {isRecent
            ? i18n._({ id: 'item.fan.recent', message: 'Their #{rank}, played a lot lately', values: { rank } })
            : i18n._({ id: 'item.fan.rank', message: 'Their #{rank}', values: { rank } })}
        </span>
      </span>
      <LoveBars love={love} side={side} />
    </li>
  )
}

/** Items that fans of this item also love. */
function RelatedCard({ page: { item, related } }: { page: Found }) {
  const { i18n } = useLingui()
  if (related.length === 0) return null
  const title =
    sideOf(item.kind) === 'music'
      ? i18n._({ id: 'item.related.music', message: 'Fans also play' })
      : i18n._({ id: 'item.related.video', message: 'Fans also watch' })
  return (
    <section className="wl-card" aria-label={title}>
      <SectionHeader title={title}>
        <PlayAll items={related.map((entry) => entry.item)} of={title} from={item.name} />
      </SectionHeader>
      <ul className="wl-item-related">
        {related.map((entry) => (
          <li key={entry.item.id}>
            <Artwork
              id={entry.item.id}
              kind={entry.item.kind}
              src={entry.item.kind === 'video' ? videoPicture(entry.item.youtube_id) : null}
            />
            <ItemName item={entry.item} className="wl-item-related-name" />
            <span className="wl-muted wl-small">
              {reasonText(i18n, { people: entry.people, others: entry.others, at_least_percent: 0 })}
            </span>
            <PlayItem item={entry.item} size="small" from={item.name} />
          </li>
        ))}
      </ul>
    </section>
  )
}
