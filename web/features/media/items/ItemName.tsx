import { Link } from 'react-router'
import { creatorPath, itemPath } from '#contract/taste/item-path.ts'
import type { Item } from '#contract/media.ts'
import './ItemName.css'

/** The name of an item as a link to its page. */
export function ItemName({ item, className }: { item: Item; className?: string }) {
  return (
    <Link to={itemPath(item)} className={className ? `wl-item-name ${className}` : 'wl-item-name'} title={item.name}>
      {item.name}
    </Link>
  )
}

/** The same within a line of text, with a large touch target. */
export const ItemNameInLine = ({ item }: { item: Item }) => <ItemName item={item} className="wl-item-within" />

/** The artist or channel of an item; a link where the catalog has its page. */
export function CreatorName({ item }: { item: Item }) {
  if (item.by === null) return null
  const path = creatorPath(item)
  return (
    <bdi>
      {path === null ? (
        item.by
      ) : (
        <Link to={path} className="wl-item-name">
          {item.by}
        </Link>
      )}
    </bdi>
  )
}
