import { create } from 'zustand'

/** A video somebody asked for by itself, so that its channel's preview begins with it; empty ids for none. */
export type VideoChoice = { videoId: string; title: string }

type VideoChoiceStore = VideoChoice & { choose(choice: VideoChoice): void; clear(): void }

/** Which video of the shown channel is selected. Apart from the player's own state, whose fields are the owner's. */
export const useVideoChoice = create<VideoChoiceStore>()((set) => ({
  videoId: '',
  title: '',
  choose: ({ videoId, title }) => set({ videoId, title }),
  clear: () => set({ videoId: '', title: '' }),
}))
