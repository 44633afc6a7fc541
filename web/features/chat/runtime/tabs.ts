/* The tabs of one person in this browser tell each other what is on its way, so that all of them show the same. */
import { logger } from '#web/platform/log.ts'
import type { ChatEvent, Told } from '../engine/events.ts'

export type ChatTabs = {
  tell(told: Told): void
  /** Returns a function that stops. */
  hear(listener: (event: ChatEvent) => void): () => void
}

const log = logger('chat')

/** The tabs of that person. A browser without the means has tabs that agree through the server alone. */
export function openTabs(me: string): ChatTabs {
  if (typeof BroadcastChannel === 'undefined') return noTabs
  // Counted up with `Told`: a tab that still runs an earlier version would not know what to do with the rest.
  const channel = new BroadcastChannel(`wavelength-chat 2 ${me}`)
  return {
    tell(told) {
      try {
        // A channel reaches one's own origin only and takes no target.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage(told)
      } catch (error) {
        // A closed channel: the page is going away.
        log.debug('the other tabs were not told', { why: String(error) })
      }
    },
    hear(listener) {
      // Only `tell` above posts here, and only this type.
      channel.addEventListener('message', ({ data }: MessageEvent<Told>) => listener(data))
      return () => channel.close()
    },
  }
}

export const noTabs: ChatTabs = { tell: () => undefined, hear: () => () => undefined }
