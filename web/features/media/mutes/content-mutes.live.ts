import { contentMuteFrames } from '#contract/taste/content-mutes.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'

/**
 * Applies mutes that the user changed in another tab or on another device, also while the socket of this page was disconnected.
 * Returns a function that stops it.
 */
export function startContentMutesLive({ subscribe, onState }: Pick<SocketLink, 'subscribe' | 'onState'>): () => void {
  let wasLost = false
  const refresh = () => void import('./content-mutes.ts').then(({ refreshMuted }) => refreshMuted())
  const stops = [
    subscribe(contentMuteFrames.content_mutes_changed, refresh),
    onState(({ name }) => {
      if (name === 'waiting') wasLost = true
      if (name !== 'open' || !wasLost) return
      wasLost = false
      refresh()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
