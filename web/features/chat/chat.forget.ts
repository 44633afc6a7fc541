import { browserTimers } from '#web/platform/app-socket.ts'
import { openChatCache } from './chat.cache.ts'
import { forgetDrafts } from './chat.drafts.ts'

/** What is kept of chat in this browser goes: the history and what was begun. For when chat itself is not running. */
export async function forgetKeptChat(): Promise<void> {
  forgetDrafts()
  await openChatCache(browserTimers).clear()
}
