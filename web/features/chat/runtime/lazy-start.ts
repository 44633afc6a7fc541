/* Chat's machine is large, and most pages need no more of it than how many messages wait. It comes when a page wants it, when a
   message arrives, or when something is still to be sent; the count is asked for until then. */
import { unreadMessageCalls, unreadMessageFrames } from '#contract/unread-messages.ts'
import { platformFrames } from '#contract/socket.ts'
import { readApi } from '#web/platform/api-client.ts'
import { readStored } from '#web/platform/browser-storage.ts'
import { logger } from '#web/platform/log.ts'
import { onChatWanted, setWaiting } from './current-chat.ts'
import type { ChatLiveOptions } from './live.ts'
import { UNDONE, UNSENT } from '../engine/unsent.ts'

const log = logger('chat')

/**
 * Starts chat for that person as soon as there is a reason.
 * @returns `begun`: resolves when chat listens, or at once when there is no reason yet; `stop` ends it
 */
export function startChatLate(options: ChatLiveOptions): { begun: Promise<void>; stop: () => void } {
  const missed: unknown[] = []
  let isOver = false
  let isComing = false
  let counts = 0
  let stop: (() => void) | null = null

  async function wake(): Promise<void> {
    if (isComing) return
    isComing = true
    try {
      const { startChatLive } = await import('./live.ts')
      if (!isOver) stop = startChatLive(options, missed.splice(0))
    } catch (error) {
      // No network, perhaps: the next reason tries again.
      isComing = false
      log.warn('chat could not be loaded', { why: String(error) })
    }
  }

  async function count(): Promise<void> {
    if (stop) return
    const turn = ++counts
    const result = await readApi(unreadMessageCalls.getUnreadMessages)
    if (result.ok && turn === counts && !isOver) setWaiting(result.value.unread)
  }

  const stops = [
    options.link.subscribe(unreadMessageFrames.new_message, (data) => {
      if (stop) return
      missed.push(data)
      void wake()
    }),
    options.link.subscribe(unreadMessageFrames.chat_read, ({ by }) => by === options.me && void count()),
    options.link.subscribe(platformFrames.authenticated, () => void count()),
    onChatWanted(() => void wake()),
  ]
  // What is about to be opened is better there before the first frame arrives.
  const hasReason = readStored(UNSENT) !== null || readStored(UNDONE) !== null || location.pathname.startsWith('/chat')
  return {
    begun: hasReason ? wake() : Promise.resolve(),
    stop() {
      isOver = true
      setWaiting(undefined)
      for (const end of stops) end()
      stop?.()
    },
  }
}
