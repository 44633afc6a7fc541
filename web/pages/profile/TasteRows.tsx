import { useRef } from 'react'
import { useLingui } from '@lingui/react'
import { WindowVirtualizer, type CustomContainerComponentProps, type CustomItemComponentProps } from 'virtua'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import type { TasteListState } from '#web/features/taste/taste-list.api.ts'
import { useWhenSeen } from '#web/features/matching/use-when-seen.ts'
import { Button } from '#web/ui/Button.tsx'
import { pressable } from '#web/ui/pressable.ts'
import { SendItem } from '#web/features/chat/share/SendItem.tsx'
import { useStandingWords } from './standing-words.tsx'

type Ready = Extract<TasteListState, { status: 'ready' }>

/** A whole list, however long: only the rows near the screen are drawn, and further pages come when the end is seen. */
export function TasteRows({ list, marksShared }: { list: Ready; marksShared: boolean }) {
  const words = useStandingWords(marksShared)
  return (
    <>
      <WindowVirtualizer as={List} item={Item} data={list.rows}>
        {(row) => <ItemRow key={row.item.id} as="div" item={row.item} about={words(row)} action={<SendItem item={row.item} />} />}
      </WindowVirtualizer>
      {list.hasMore && <More list={list} />}
    </>
  )
}

function List({ ref, style, children }: CustomContainerComponentProps) {
  return (
    <ul ref={ref} className="wl-item-list wl-taste-whole" style={pressable(style)}>
      {children}
    </ul>
  )
}

function Item({ ref, style, children }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={style}>
      {children}
    </li>
  )
}

function More({ list: { isLoadingMore, moreFailed, loadMore } }: { list: Ready }) {
  const { i18n } = useLingui()
  const end = useRef<HTMLDivElement>(null)
  useWhenSeen(end, loadMore, !isLoadingMore && moreFailed === null)
  return (
    <div ref={end} className="wl-taste-section-more">
      {moreFailed && (
        <p className="wl-muted" role="alert">
          {i18n._({ id: 'profile.more.failed', message: 'The rest did not arrive.' })}
        </p>
      )}
      <Button variant="default" loading={isLoadingMore} onClick={loadMore}>
        {moreFailed ? i18n._({ id: 'state.retry', message: 'Try again' }) : i18n._({ id: 'profile.more', message: 'Show more' })}
      </Button>
    </div>
  )
}
