import { create } from 'zustand'

export type MusicPlayer = {
  /** Whether the panel is closed. */
  close: boolean
  /** Spotify's id of the artist; empty for none. */
  artistId: string
  /** Spotify's id of a track; empty for none. A track is played rather than its artist. */
  songId: string
  /** Flips the closed flag. */
  toggle(): void
  setArtistId(artistId: string): void
  setSongId(songId: string): void
  /** Opens the panel and clears both ids. That a reset opens is the owner's word (spec, section 4). */
  reset(): void
}

/** The floating artist player: what was asked for (spec, section 3). */
export const useMusicPlayer = create<MusicPlayer>()((set) => ({
  close: true,
  artistId: '',
  songId: '',
  toggle: () => set(({ close }) => ({ close: !close })),
  setArtistId: (artistId) => set({ artistId }),
  setSongId: (songId) => set({ songId }),
  reset: () => set({ close: false, artistId: '', songId: '' }),
}))
