/* Broadcasts pending messages and commands to the user's other tabs in this browser. */
import { logger } from '#web/platform/log.ts'
import type { ChatEvent, TabEvent } from '../engine/events.ts'

export type ChatTabs = {
  broadcast(event: TabEvent): void
  /** Returns a function that stops. */
  subscribe(listener: (event: ChatEvent) => void): () => void
}

const log = logger('chat')

/** Opens the channel of the user's tabs. Browsers without BroadcastChannel sync only through the server. */
export function openTabs(me: string): ChatTabs {
  if (typeof BroadcastChannel === 'undefined') return noTabs
  // The version changes with `TabEvent`: tabs with an older version of the app can't read newer events.
  const channel = new BroadcastChannel(`wavelength-chat 4 ${me}`)
  return {
    broadcast(event) {
      try {
        // A BroadcastChannel reaches only its own origin and takes no target.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage(event)
      } catch (error) {
        // The channel is closed: the page is being unloaded.
        log.debug('tab broadcast failed', { why: String(error) })
      }
    },
    subscribe(listener) {
      // Only `broadcast` above posts here, and only this type.
      channel.addEventListener('message', ({ data }: MessageEvent<TabEvent>) => listener(data))
      return () => channel.close()
    },
  }
}

export const noTabs: ChatTabs = { broadcast: () => undefined, subscribe: () => () => undefined }
