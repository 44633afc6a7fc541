import { useLingui } from '@lingui/react'
import { useId } from 'react'
import { discoverCalls } from '#contract/taste/discover.ts'
import { reasonText } from '#web/features/discover/discover.messages.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { playableOf } from '#web/features/media/items/play.ts'
import { WithLinks } from '#web/features/media/items/WithLinks.tsx'
import { useCall } from '#web/platform/query.ts'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'

const FIRST = 3

/** The first discoveries that play here. Renders nothing without any. */
export function FirstItems() {
  const { i18n } = useLingui()
  const titleId = useId()
  const found = useCall(discoverCalls.discover, { query: { filter: 'all' } })
  const playable = (found.data?.items ?? []).filter(({ item }) => playableOf(item) !== null)
  const title = i18n._({ id: 'welcome.play', message: 'Something to play' })
  if (found.isError || (found.data && playable.length === 0)) return null
  return (
    <section className="wl-card wl-welcome-people" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <PlayAll items={playable.slice(0, FIRST).map(({ item }) => item)} of={title} />
      {found.isPending ? (
        <ListSkeleton rows={FIRST} />
      ) : (
        <ul>
          {playable.slice(0, FIRST).map(({ item, reason }) => (
            <ItemRow
              key={item.id}
              item={item}
              about={<WithLinks text={reasonText(i18n, reason, item.kind)} items={reason.near ? [reason.near] : []} />}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
