import { useLingui } from '@lingui/react'
import { useSearchParams } from 'react-router'
import { moderationCalls } from '#contract/moderation.ts'
import { Appeals } from '#web/features/moderation/Appeals.tsx'
import { ModerationLog } from '#web/features/moderation/ModerationLog.tsx'
import { ReportQueue } from '#web/features/moderation/ReportQueue.tsx'
import { ReportView } from '#web/features/moderation/ReportView.tsx'
import { useCall } from '#web/platform/query.ts'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'

type Tab = 'open' | 'decided' | 'appeals' | 'log'

/** The moderation queue. Users without the permission see the not-found page. */
export function ModerationPage() {
  const { i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const queue = useCall(moderationCalls.getReports, { query: { state: 'open', limit: 1 } })
  if (queue.error?.failure.code === 'not_found') return <NotFoundPage />
  const report = search.get('report')
  const tab = tabOf(search.get('tab'))
  return (
    <>
      <PageHeader title={i18n._({ id: 'moderation.title', message: 'Moderation' })} />
      {queue.isPending && (
        <div className="wl-card wl-moderation-list">
          <ListSkeleton rows={5} />
        </div>
      )}
      {queue.error && <ErrorState kind={queue.error.failure.kind} onRetry={() => void queue.refetch()} />}
      {queue.data && report !== null && <ReportView id={report} />}
      {queue.data && report === null && (
        <>
          <Tabs tab={tab} open={queue.data.open} appeals={queue.data.appeals} onPick={(next) => setSearch({ tab: next })} />
          <Shown tab={tab} />
        </>
      )}
    </>
  )
}

const tabOf = (name: string | null): Tab => (name === 'decided' || name === 'appeals' || name === 'log' ? name : 'open')

function Tabs({ tab, open, appeals, onPick }: { tab: Tab; open: number; appeals: number; onPick: (tab: Tab) => void }) {
  const { i18n } = useLingui()
  const tabs: readonly [Tab, string][] = [
    ['open', i18n._({ id: 'moderation.tab.open', message: 'Open ({open})', values: { open } })],
    ['appeals', i18n._({ id: 'moderation.tab.appeals', message: 'Appeals ({appeals})', values: { appeals } })],
    ['decided', i18n._({ id: 'moderation.tab.decided', message: 'Decided' })],
    ['log', i18n._({ id: 'moderation.tab.log', message: 'Log' })],
  ]
  return (
    <div className="wl-moderation-tabs">
      <ChipRow label={i18n._({ id: 'moderation.title', message: 'Moderation' })}>
        {tabs.map(([name, label]) => (
          <FilterChip key={name} isOn={tab === name} onPick={() => onPick(name)}>
            {label}
          </FilterChip>
        ))}
      </ChipRow>
    </div>
  )
}

function Shown({ tab }: { tab: Tab }) {
  if (tab === 'appeals') return <Appeals />
  if (tab === 'log') return <ModerationLog />
  return <ReportQueue state={tab} />
}
