import { moderationCalls } from '#contract/moderation.ts'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { LogList } from './LogList.tsx'

/** Recent actions of all moderators. */
export function ModerationLog() {
  const log = useCall(moderationCalls.getModerationLog, { query: { limit: 100 } })
  if (log.error) return <ErrorState kind={log.error.failure.kind} onRetry={() => void log.refetch()} />
  if (!log.data) return <ListSkeleton rows={6} />
  return (
    <section className="wl-card wl-moderation-part">
      <LogList log={log.data.log} />
    </section>
  )
}
