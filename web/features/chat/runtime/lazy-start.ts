/* Loads the large chat engine only when needed: when a page uses it, when a message arrives, or when something is unsent. Until
   then, the unread count comes from the server. */
import type { NewMessage } from './notices.ts'
import { chatCalls, chatFrames } from '#contract/chat/chat.ts'
import { platformFrames } from '#contract/socket.ts'
import { readApi } from '#web/platform/api-client.ts'
import { readStored } from '#web/platform/storage/browser-storage.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { logger } from '#web/platform/log.ts'
import { onChatRequested, setServerUnread } from './current-chat.ts'
import type { ChatStartOptions } from './live.ts'
import { PENDING_COMMANDS_KEY, PENDING_MESSAGES_KEY } from '../engine/state.ts'

const log = logger('chat')

/**
 * Starts chat for the user as soon as it is needed.
 * @returns `started`: resolves when chat listens, or at once if it isn't needed yet; `stop` ends it
 */
export function startChatWhenNeeded(options: ChatStartOptions): { started: Promise<void>; stop: () => void } {
  const missed: NewMessage[] = []
  let isOver = false
  let isComing = false
  let counts = 0
  let stop: (() => void) | null = null

  async function wake(): Promise<void> {
    if (isComing) return
    isComing = true
    try {
      const { startChat } = await importWithRetry(() => import('./live.ts'))
      if (!isOver) stop = startChat(options, missed.splice(0))
    } catch (error) {
      // The next trigger, or the server when it is back, tries again.
      isComing = false
      stops.push(onServerBack(() => void wake()))
      log.warn('chat loading failed', { why: String(error) })
    }
  }

  async function count(): Promise<void> {
    if (stop) return
    const turn = ++counts
    const result = await readApi(chatCalls.getUnreadMessages)
    if (result.ok && turn === counts && !isOver) setServerUnread(result.value.unread)
  }

  const stops = [
    options.link.subscribe(chatFrames.new_message, (data) => {
      if (stop) return
      missed.push(data)
      void wake()
    }),
    options.link.subscribe(chatFrames.chat_read, ({ by }) => by === options.me && void count()),
    options.link.subscribe(platformFrames.authenticated, () => void count()),
    onChatRequested(() => void wake()),
  ]
  // A page about to open needs chat before the first frame arrives.
  const hasReason =
    readStored(PENDING_MESSAGES_KEY) !== null || readStored(PENDING_COMMANDS_KEY) !== null || location.pathname.startsWith('/chat')
  return {
    started: hasReason ? wake() : Promise.resolve(),
    stop() {
      isOver = true
      setServerUnread(undefined)
      for (const end of stops) end()
      stop?.()
    },
  }
}
