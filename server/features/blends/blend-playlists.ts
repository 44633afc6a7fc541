import type { Uid } from '#contract/base/ids.ts'
import { blendFrames } from '#contract/blends.ts'
import type { Item } from '#contract/media.ts'
import type { ConnectableSource } from '#contract/taste/taste.ts'
import type { Sources } from '#server/features/sources/sources.service.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { Blends } from './blends.service.ts'

export type BlendPlaylistsDeps = {
  blends: Pick<Blends, 'get'>
  createPlaylist: Sources['createPlaylist']
  hub: Pick<SocketHub, 'send'>
  /** @throws AppError 'rate_limited' */
  limit: (uid: Uid) => void
}

export type SavedPlaylist = { authorize_url: string | null; url: string | null; saved: number; missing: Item[] }
export type BlendPlaylists = ReturnType<typeof createBlendPlaylists>

/** Saves the mix of a blend in the member's own account: tracks at Spotify, videos at YouTube. */
export function createBlendPlaylists({ blends, createPlaylist, hub, limit }: BlendPlaylistsDeps) {
  return {
    /** @throws AppError as `Blends.get` and `Sources.createPlaylist`; 'rate_limited' */
    async save(viewer: Uid, id: string, source: ConnectableSource, title: string): Promise<SavedPlaylist> {
      const { items } = await blends.get(viewer, id)
      limit(viewer)
      const playable = items.map(({ item }) => item).filter(({ kind }) => (kind === 'track') === (source === 'spotify'))
      const idAt = (item: Item) => (source === 'spotify' ? item.spotify_id : item.youtube_id)
      const ids = playable.flatMap((item) => idAt(item) ?? [])
      const onProgress = (done: number) => hub.send([viewer], blendFrames.blend_saving, { blend_id: id, done, total: ids.length })
      const list = { title: storable(title, 'title'), ids, onProgress }
      const created = await createPlaylist(viewer, source, list, `/blend/${id}?save=${source}`)
      if ('authorizeUrl' in created) return { authorize_url: created.authorizeUrl, url: null, saved: 0, missing: [] }
      const missing = playable.filter((item) => created.rejected.includes(idAt(item) ?? '') || idAt(item) === null)
      return { authorize_url: null, url: created.url, saved: playable.length - missing.length, missing }
    },
  }
}
