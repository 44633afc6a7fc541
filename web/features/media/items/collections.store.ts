import { create } from 'zustand'

/** More than one thing to hear: an album, a playlist, a show or one of its episodes. */
export type MusicCollection = { of: 'album' | 'playlist' | 'show' | 'episode'; id: string }

type Collections = {
  /** Played by the music player instead of an artist or a song; null for none. */
  music: MusicCollection | null
  /** Id of a list of videos, played by the channel preview; empty for none. */
  videoListId: string
  showMusic(music: MusicCollection | null): void
  showVideos(listId: string): void
}

/** What links lead to besides artists, songs, channels and videos. Apart from the players' own states, whose fields are the owner's. */
export const useCollections = create<Collections>()((set) => ({
  music: null,
  videoListId: '',
  showMusic: (music) => set({ music: music && { of: music.of, id: music.id } }),
  showVideos: (videoListId) => set({ videoListId }),
}))
