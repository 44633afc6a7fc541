/* How this browser writes. */
import { create } from 'zustand'
import { keep, recall } from '#web/platform/local-memory.ts'

type ChatSettings = {
  /** Enter sends, and Shift with Enter starts a new line; otherwise Ctrl or Cmd with Enter sends. */
  sendsByEnter: boolean
  setSendsByEnter: (sends: boolean) => void
}

const NAME = 'chat.enter'

export const useChatSettings = create<ChatSettings>()((set) => ({
  sendsByEnter: recall(NAME) !== 'newline',
  setSendsByEnter(sendsByEnter) {
    keep(NAME, sendsByEnter ? null : 'newline')
    set({ sendsByEnter })
  },
}))
