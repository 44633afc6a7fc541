/* Chat settings of this browser, shared by its tabs. */
import { create } from 'zustand'
import { onStoredChange, writeStored, readStored } from '#web/platform/storage/browser-storage.ts'

type ChatSettings = {
  /** True: Enter sends, Shift+Enter starts a new line. False: Ctrl+Enter or Cmd+Enter sends. */
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
