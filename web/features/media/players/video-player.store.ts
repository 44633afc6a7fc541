import { create } from 'zustand'

export type VideoPlayer = {
  /** Whether the panel is closed. */
  close: boolean
  /** YouTube's ID of the channel; empty for none. */
  channelId: string
  channelName: string
  /** Flips the closed flag. */
  toggle(): void
  /** Opens the preview of a channel. */
  setChannel(channelId: string, channelName: string): void
  /** Closes the panel and clears the channel. */
  reset(): void
}

/** The floating channel preview (spec, section 3). Starts closed. */
export const useVideoPlayer = create<VideoPlayer>()((set) => ({
  close: true,
  channelId: '',
  channelName: '',
  toggle: () => set(({ close }) => ({ close: !close })),
  setChannel: (channelId, channelName) => set({ close: false, channelId, channelName }),
  reset: () => set({ close: true, channelId: '', channelName: '' }),
}))
