import { create } from 'zustand'

export type MusicPlayer = {
  /** Whether the panel is closed. */
  close: boolean
  /** Spotify's ID of the artist; empty for none. */
  artistId: string
  /** Spotify's ID of a track; empty for none. A track has priority over its artist. */
  songId: string
  /** Flips the closed flag. */
  toggle(): void
  setArtistId(artistId: string): void
  setSongId(songId: string): void
  /** Opens the panel and clears both IDs. The spec requires that a reset opens it (section 4). */
  reset(): void
}

/** The floating artist player: the requested content (spec, section 3). */
export const useMusicPlayer = create<MusicPlayer>()((set) => ({
  close: true,
  artistId: '',
  songId: '',
  toggle: () => set(({ close }) => ({ close: !close })),
  setArtistId: (artistId) => set({ artistId }),
  setSongId: (songId) => set({ songId }),
  reset: () => set({ close: false, artistId: '', songId: '' }),
}))
