import { create } from 'zustand'

/** An explicitly chosen video, so that the channel's preview starts with it; empty IDs for none. */
export type VideoChoice = { videoId: string; title: string }

type VideoChoiceStore = VideoChoice & { choose(choice: VideoChoice): void; clear(): void }

/** The selected video of the channel. Separate from the player's store, whose fields the spec defines. */
export const useVideoChoice = create<VideoChoiceStore>()((set) => ({
  videoId: '',
  title: '',
  choose: ({ videoId, title }) => set({ videoId, title }),
  clear: () => set({ videoId: '', title: '' }),
}))
