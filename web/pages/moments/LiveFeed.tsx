import { useDeferredValue, type ReactNode } from 'react'
import { MomentFeed } from '#web/features/moments/feed/MomentFeed.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import type { FeedOf } from '#web/features/moments/moments.cache.ts'
import { useShownFeed } from '#web/features/moments/moments.shown.ts'
import { useNewMoments } from '#web/features/moments/feed/use-new-moments.ts'
import { NewPill } from './NewPill.tsx'
import { useLayer } from './use-layer.ts'

const LOADING = { status: 'loading' } as const

/** A feed that stands still while it is read; what is new waits in a pill over it. */
export function LiveFeed({ of, empty }: { of: FeedOf; empty: ReactNode }) {
  const feed = useShownFeed(useFeed(of, true), of)
  // In turns of the browser: the first cards would else be drawn all in one. What changes later shows at once.
  const isDrawn = useDeferredValue(feed.status !== 'loading')
  const fresh = useNewMoments(of)
  const { open } = useLayer()
  return (
    <>
      <NewPill moments={fresh} />
      <MomentFeed feed={isDrawn ? feed : LOADING} empty={empty} onOpen={open} />
    </>
  )
}
