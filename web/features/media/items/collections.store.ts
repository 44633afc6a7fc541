import { create } from 'zustand'

/** Several tracks or episodes: an album, a playlist, a show or one of its episodes. */
export type MusicCollection = { of: 'album' | 'playlist' | 'show' | 'episode'; id: string }

type Collections = {
  /** Played instead of an artist or song; null for none. */
  music: MusicCollection | null
  /** ID of a video playlist that the channel preview plays; empty for none. */
  videoListId: string
  showMusic(music: MusicCollection | null): void
  showVideos(listId: string): void
}

/** Link targets other than artists, songs, channels and videos. Separate from the player stores, whose fields the spec defines. */
export const useCollections = create<Collections>()((set) => ({
  music: null,
  videoListId: '',
  showMusic: (music) => set({ music: music && { of: music.of, id: music.id } }),
  showVideos: (videoListId) => set({ videoListId }),
}))
