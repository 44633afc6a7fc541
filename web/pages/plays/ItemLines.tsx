import type { ReactNode } from 'react'
import type { Item } from '#contract/media.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'

/** The name of an item in a list, and what is below it. */
export function ItemLines({ item, children }: { item: Item; children?: ReactNode }) {
  return (
    <span className="wl-plays-text">
      <strong className="wl-line">
        <ItemName item={item} />
      </strong>
      {children}
    </span>
  )
}
