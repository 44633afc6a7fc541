import { create } from 'zustand'

export type LoadedPlayer = {
  artistId: string
  close: boolean
  /** Flips the closed flag. */
  toggle(): void
  setArtistId(artistId: string): void
  /** Opens and clears the artist, as the music player's does. */
  reset(): void
}

/**
 * The second player state of the spec (section 3): the artist whose embed is loaded, after consent and until it is unloaded,
 * while the music player's own state says what was asked for. Play buttons mark that artist.
 */
export const useLoadedPlayer = create<LoadedPlayer>()((set) => ({
  artistId: '',
  close: true,
  toggle: () => set(({ close }) => ({ close: !close })),
  setArtistId: (artistId) => set({ artistId }),
  reset: () => set({ close: false, artistId: '' }),
}))
