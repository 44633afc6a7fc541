import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { itemPath } from '#contract/taste/item-path.ts'
import type { Item } from '#contract/media.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { sideOf } from './item-side.ts'
import './ItemChip.css'

/** An item as a chip that links to its page: music amber, video blue. */
export function ItemChip({ item, children }: { item: Item; children?: ReactNode }) {
  return (
    <Link to={itemPath(item)} className="wl-item-chip">
      {children ?? <Chip kind={sideOf(item.kind)}>{item.name}</Chip>}
    </Link>
  )
}
