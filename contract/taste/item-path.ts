import type { ItemKind } from '../media.ts'

const pageOfKind: Record<ItemKind, string> = { artist: 'artist', channel: 'channel', track: 'track', video: 'track' }

/** The path of an item's page. Videos use the path of tracks. */
export const itemPath = ({ id, kind }: { id: string; kind: ItemKind }): string => `/${pageOfKind[kind]}/${id}`

/** The path of the page of a track's artist or a video's channel; null where the catalog doesn't know it. */
export const creatorPath = ({ by_id: id, kind }: { by_id?: string | undefined; kind: ItemKind }): string | null =>
  id === undefined ? null : itemPath({ id, kind: kind === 'track' ? 'artist' : 'channel' })
