import { useDeferredValue, type ReactNode } from 'react'
import { MomentFeed } from '#web/features/moments/feed/MomentFeed.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import type { FeedOf } from '#web/features/moments/moments.cache.ts'
import { useShownFeed } from '#web/features/moments/moments.shown.ts'
import { useNewMoments, type NewMoments } from '#web/features/moments/feed/use-new-moments.ts'
import { useLingui } from '@lingui/react'
import { IconArrowUp } from '@tabler/icons-react'
import './NewPill.css'
import { useLayer } from './use-layer.ts'

const LOADING = { status: 'loading' } as const

/** A feed that does not move while it is read; a pill shows the number of new moments. */
export function LiveFeed({ of, empty }: { of: FeedOf; empty: ReactNode }) {
  const feed = useShownFeed(useFeed(of, true), of)
  // The first render is interruptible, because it draws many cards. Later changes show at once.
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

/** The number of new moments; a click shows them. It overlays the feed, so nothing moves. */
function NewPill({ moments }: { moments: NewMoments }) {
  const { i18n } = useLingui()
  const { count, isMore } = moments
  const handlePress = () => {
    moments.show()
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
  }
  return (
    <output className="wl-new-pill">
      {count > 0 && (
        <button type="button" onClick={handlePress}>
          <IconArrowUp size={18} stroke={2} aria-hidden />
          {isMore
            ? i18n._({ id: 'moments.new.more', message: 'More than {count} new', values: { count } })
            : i18n._({ id: 'moments.new', message: '{count, plural, one {# new} other {# new}}', values: { count } })}
        </button>
      )}
    </output>
  )
}
