import type { Item } from '#contract/media.ts'
import { QueueMenu } from '../queue/QueueMenu.tsx'
import { PlayItem } from './PlayItem.tsx'

/** The menu and the play button of an item at the end of a row. `from` is where it was found; the queue shows it. */
export function ItemActions({ item, from = null }: { item: Item; from?: string | null }) {
  return (
    <>
      <QueueMenu item={item} from={from} />
      <PlayItem item={item} size="small" from={from} />
    </>
  )
}
