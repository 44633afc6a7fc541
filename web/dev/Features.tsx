import { LinkCardSkeleton } from '#web/features/links/LinkCardSkeleton.tsx'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { MomentCard } from '#web/features/moments/feed/MomentCard.tsx'
import { ComposerSkeleton } from '#web/features/moments/composer/MomentComposer.tsx'
import { FeedSkeleton } from '#web/features/moments/feed/MomentFeed.tsx'
import { NotificationRow } from '#web/features/notifications/NotificationRow.tsx'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { BuddyCard } from '#web/features/matching/BuddyCard.tsx'
import { BuddyCardSkeleton } from '#web/features/matching/BuddyCardSkeleton.tsx'
import { DiscoveriesSkeleton } from '#web/features/discover/Discoveries.tsx'
import { MatchParts } from '#web/features/matching/MatchParts.tsx'
import { SharedChips } from '#web/features/matching/SharedChips.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CardSkeleton, ListSkeleton } from '#web/ui/Skeleton.tsx'
import { cards, allPeople, items, moments, notifications, NOW, parts } from './samples.ts'
import { Specimen } from './Specimen.tsx'

const failures = ['offline', 'server', 'missing', 'forbidden'] as const
const nothing = () => undefined

/** Empty, loading and error states. */
export function States() {
  return (
    <>
      <Specimen title="Loading">
        <CardSkeleton />
        <ListSkeleton rows={3} />
        <BuddyCardSkeleton />
        <ComposerSkeleton />
        <FeedSkeleton />
        <DiscoveriesSkeleton />
        <LinkCardSkeleton link={{ platform: 'youtube', link: 'https://youtu.be/dQw4w9WgXcQ', kind: 'video', id: 'dQw4w9WgXcQ' }} />
      </Specimen>
      <Specimen title="Empty">
        <EmptyState action={<Button>Find buddies</Button>}>It is quiet here.</EmptyState>
      </Specimen>
      {failures.map((kind) => (
        <Specimen key={kind} title={`Failed: ${kind}`}>
          <ErrorState kind={kind} onRetry={nothing} />
        </Specimen>
      ))}
    </>
  )
}

/** People, moments and items in lists. */
export function Features() {
  return (
    <>
      <Specimen title="BuddyCard: a match, asked, connected, too little to say">
        {cards.map((card) => (
          <BuddyCard key={card.person.uid} card={card} filter="all" />
        ))}
      </Specimen>
      <Specimen title="SharedChips, MatchParts">
        {cards.slice(0, 1).map(({ match, person }) => (
          <SharedChips key={person.uid} match={match} uid={person.uid} />
        ))}
        <MatchParts parts={parts} percent={92} />
      </Specimen>
      <Specimen title="PersonRow">
        <ul className="wl-people">
          {allPeople.map((person) => (
            <PersonRow key={person.uid} person={person} about="1,204 mutual buddies" actions={<Button size="sm">Connect</Button>} />
          ))}
        </ul>
      </Specimen>
      <Specimen title="MomentCard: short, long, right to left, own and edited">
        {moments.map((moment) => (
          <MomentCard key={moment.id} moment={moment} now={NOW} />
        ))}
      </Specimen>
      <Specimen title="ItemRow, with the word where there is room">
        <ul className="wl-item-list">
          {items.map((item) => (
            <ItemRow key={item.id} item={item} about={item.by ?? item.kind} withWord />
          ))}
        </ul>
      </Specimen>
      <Specimen title="NotificationRow: new, many, read, from the installation">
        <ul className="wl-notifications">
          {notifications.map((notification) => (
            <NotificationRow key={notification.key} notification={notification} />
          ))}
        </ul>
      </Specimen>
    </>
  )
}
