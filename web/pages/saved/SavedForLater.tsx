import { useLingui } from '@lingui/react'
import { discoverCalls } from '#contract/taste/discover.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { BackToFolders } from './FolderView.tsx'

/** Items saved from discoveries and item pages, the latest first. */
export function SavedForLater() {
  const { i18n } = useLingui()
  const saved = useCall(discoverCalls.getSaved)
  const title = i18n._({ id: 'discover.kept', message: 'Saved for later' })
  if (saved.error) return <ErrorState kind={saved.error.failure.kind} onRetry={() => void saved.refetch()} />
  if (!saved.data) return <ListSkeleton />
  const { items } = saved.data
  return (
    <>
      <header className="wl-saved-head">
        <BackToFolders />
        <h2>{title}</h2>
        <PlayAll items={items} of={title} />
      </header>
      <ul className="wl-saved-items">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} about={null} />
        ))}
      </ul>
    </>
  )
}
