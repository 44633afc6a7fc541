import { browserTimers } from '#web/platform/app-socket.ts'
import { openChatCache } from './history-cache.ts'

/** The history that is kept of chat in this browser goes, whoever's it is. The outbox stays: what was promised to be sent is sent. */
export async function forgetKeptChat(): Promise<void> {
  await openChatCache(browserTimers).clear()
}
