/* Progress of a source's sync, from the socket. */
import { tasteCalls, tasteFrames, type Source } from '#contract/taste/taste.ts'
import { platformFrames } from '#contract/socket.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { callKey } from '#web/platform/query.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import type { SourceFollower, SourceFollowerOptions } from './source-follower.ts'

export type SourcesLiveOptions = SourceFollowerOptions & { subscribe: SocketLink['subscribe'] }

/**
 * Follows the viewer's sources. Returns a function that stops. The code for that loads with the first change, because few visits have one.
 */
export function startSourcesLive({ subscribe, notify, queryClient }: SourcesLiveOptions): () => void {
  let follower: Promise<SourceFollower> | undefined

  async function load(): Promise<SourceFollower> {
    const { createSourceFollower } = await importWithRetry(() => import('./source-follower.ts'))
    return createSourceFollower({ notify, queryClient })
  }

  async function follow(source: Source): Promise<void> {
    follower ??= load()
    ;(await follower)(source)
  }

  return stopAll([
    subscribe(tasteFrames.source_changed, ({ source }) => void follow(source)),
    // Frames may have been missed while the socket was closed: load the list.
    subscribe(platformFrames.authenticated, () => void queryClient.invalidateQueries({ queryKey: callKey(tasteCalls.getSources) })),
  ])
}
