import type { Item } from '#contract/media.ts'
import type { StoredItem } from './media.types.ts'

export function presentItem(item: StoredItem): Item {
  return { id: item.id, kind: item.kind, name: item.name, by: item.by, spotify_id: item.spotifyId, youtube_id: item.youtubeId }
}
