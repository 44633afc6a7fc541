import { contentMuteFrames } from '#contract/taste/content-mutes.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { logger } from '#web/platform/log.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { stopAll } from '#web/platform/stop-all.ts'

const log = logger('mutes')

/**
 * Applies mutes that the user changed in another tab or on another device, even while the socket of this page was disconnected.
 * Returns a function that stops it.
 */
export function startContentMutesLive(
  { subscribe, onState }: Pick<SocketLink, 'subscribe' | 'onState'>,
  load = () => import('./content-mutes.ts'),
): () => void {
  let wasLost = false
  async function refresh(): Promise<void> {
    try {
      await (await importWithRetry(load)).refreshMuted()
    } catch (error) {
      // A newer version replaced the code: the next full load leaves out what is muted.
      log.error('mutes failed to load', { why: String(error) })
    }
  }
  return stopAll([
    subscribe(contentMuteFrames.content_mutes_changed, () => void refresh()),
    onState(({ name }) => {
      if (name === 'waiting') wasLost = true
      if (name !== 'open' || !wasLost) return
      wasLost = false
      void refresh()
    }),
  ])
}
