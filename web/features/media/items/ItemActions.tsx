import type { Item } from '#contract/media.ts'
import type { MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { QueueMenu } from '../queue/QueueMenu.tsx'
import { PlayItem } from './PlayItem.tsx'

type ItemActionsProps = {
  item: Item
  /** Where it was found; the queue shows it. */
  from?: string | null
  /** Further entries of the menu. */
  more?: readonly MenuEntry[]
}

/** The menu and the play button of an item at the end of a row. */
export function ItemActions({ item, from = null, more = [] }: ItemActionsProps) {
  return (
    <>
      <QueueMenu item={item} from={from} more={more} />
      <PlayItem item={item} size="small" from={from} />
    </>
  )
}
