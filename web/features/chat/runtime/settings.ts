/* How this browser writes, in all of its tabs. */
import { create } from 'zustand'
import { onStoredChange, writeStored, readStored } from '#web/platform/browser-storage.ts'

type ChatSettings = {
  /** Enter sends, and Shift with Enter starts a new line; otherwise Ctrl or Cmd with Enter sends. */
  sendsByEnter: boolean
  setSendsByEnter: (sends: boolean) => void
}

const NAME = 'chat.enter'

export const useChatSettings = create<ChatSettings>()((set) => ({
  sendsByEnter: read(),
  setSendsByEnter(sendsByEnter) {
    writeStored(NAME, sendsByEnter ? null : 'newline')
    set({ sendsByEnter })
  },
}))

onStoredChange(NAME, () => useChatSettings.setState({ sendsByEnter: read() }))

function read(): boolean {
  return readStored(NAME) !== 'newline'
}
