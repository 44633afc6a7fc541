import { create } from 'zustand'

export type LoadedPlayer = {
  artistId: string
  close: boolean
  /** Flips the closed flag. */
  toggle(): void
  setArtistId(artistId: string): void
  /** Opens and clears the artist, like the music player's reset. */
  reset(): void
}

/**
 * The second player state of the spec (section 3): the artist whose embed is loaded, from consent until it is unloaded.
 * The music player's own state is the requested artist. Play buttons mark the loaded one.
 */
export const useLoadedPlayer = create<LoadedPlayer>()((set) => ({
  artistId: '',
  close: true,
  toggle: () => set(({ close }) => ({ close: !close })),
  setArtistId: (artistId) => set({ artistId }),
  reset: () => set({ close: false, artistId: '' }),
}))
