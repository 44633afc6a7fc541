import { Suspense } from 'react'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { LinkCardSkeleton, type LinkCardProps } from './LinkCardSkeleton.tsx'

const LiveLinkCard = lazyComponent(async () => (await import('./LiveLinkCard.tsx')).LiveLinkCard)

/** Preloads the card's code while it is unknown whether there will be a link. */
export function preloadLinkCard(): void {
  void LiveLinkCard.load()
}

/** A link of the five platforms as a card. The viewer's browser requests only our server: text and picture come from it. */
export function LinkCard(props: LinkCardProps) {
  return (
    <Suspense fallback={<LinkCardSkeleton {...props} />}>
      <LiveLinkCard {...props} />
    </Suspense>
  )
}
