import { Link } from 'react-router'
import { itemPath } from '#contract/taste/item-path.ts'
import type { Item } from '#contract/media.ts'
import './ItemName.css'

type Named = Pick<Item, 'id' | 'kind' | 'name'>

/** The artist or channel of a track or a video, where the catalog has its page. */
export function creatorOf({ kind, by, by_id: id }: Item): Named[] {
  return by === null || id === undefined ? [] : [{ id, kind: kind === 'track' ? 'artist' : 'channel', name: by }]
}

/** A sentence in which the names of these items link to their pages. Each name is looked for after the one before. */
export function WithLinks({ text, items }: { text: string; items: readonly Named[] }) {
  const parts: { before: string; item: Named }[] = []
  let rest = text
  for (const item of items) {
    const index = item.name === '' ? -1 : rest.indexOf(item.name)
    if (index < 0) continue
    parts.push({ before: rest.slice(0, index), item })
    rest = rest.slice(index + item.name.length)
  }
  return (
    <>
      {parts.map(({ before, item }) => (
        <span key={item.id}>
          {before}
          <Link to={itemPath(item)} className="wl-item-name wl-item-within">
            <bdi>{item.name}</bdi>
          </Link>
        </span>
      ))}
      {rest}
    </>
  )
}
