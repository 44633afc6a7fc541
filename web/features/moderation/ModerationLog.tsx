import { moderationCalls } from '#contract/moderation.ts'
import { useCallPages } from '#web/platform/query-pages.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { LogList } from './LogList.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'

/** Actions of all moderators, latest first. */
export function ModerationLog() {
  const log = useCallPages(moderationCalls.getModerationLog, {})
  if (log.status === 'failed') return <ErrorState kind={log.failure.kind} onRetry={log.retry} />
  if (log.status === 'loading') return <ListSkeleton rows={6} />
  return (
    <section className="wl-card wl-moderation-part">
      <LogList log={log.pages.flatMap((page) => page.log)} />
      <ShowMore more={log.more} />
    </section>
  )
}
