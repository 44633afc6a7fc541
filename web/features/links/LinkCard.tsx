import { Suspense } from 'react'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { LinkCardSkeleton, type LinkCardProps } from './LinkCardSkeleton.tsx'

const LiveLinkCard = lazyPart(async () => (await import('./LiveLinkCard.tsx')).LiveLinkCard)

/** Fetches the code of such cards while it is not known yet whether there will be one. */
export function preloadLinkCard(): void {
  void LiveLinkCard.load()
}

/** A link of the five platforms as a card. The viewer's browser asks nobody but us: words and picture come from our server. */
export function LinkCard(props: LinkCardProps) {
  return (
    <Suspense fallback={<LinkCardSkeleton {...props} />}>
      <LiveLinkCard {...props} />
    </Suspense>
  )
}
