import type { QueryClient } from '@tanstack/react-query'
import { callPattern } from '#contract/base/call.ts'
import { identityCalls } from '#contract/identity/identity.ts'
import { languageCalls } from '#contract/languages/language-setting.ts'
import { platformFrames } from '#contract/socket.ts'
import { PAGE_ID } from '#web/platform/api-client.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { stopAll } from '#web/platform/stop-all.ts'

export type OwnDataOptions = {
  subscribe: SocketLink['subscribe']
  onState: SocketLink['onState']
  queryClient: Pick<QueryClient, 'invalidateQueries'>
  /** Applies the account's language. */
  followLanguage: () => Promise<void>
  /** Asks again whether the user has a profile, and may use the app. */
  confirmProfile: () => Promise<void>
}

/**
 * Loads again what the user changed in another tab or on another device. A hidden page does so when it is shown, and after a lost
 * connection everything is loaded again when it is next shown. Returns a function that stops it.
 */
export function startOwnDataLive({ subscribe, onState, queryClient: client, followLanguage, confirmProfile }: OwnDataOptions): () => void {
  let wasLost = false
  return stopAll([
    subscribe(platformFrames.own_data_changed, ({ calls, by }) => {
      if (by === PAGE_ID) return
      // The library refetches what is outdated when a hidden page is shown.
      const refetchType = document.hidden ? 'none' : 'active'
      for (const call of calls) void client.invalidateQueries({ queryKey: [call], refetchType })
      if (calls.includes(callPattern(languageCalls.getLanguage))) void followLanguage()
      if (calls.includes(callPattern(identityCalls.checkUserExist))) void confirmProfile()
    }),
    onState(({ name }) => {
      if (name === 'waiting') wasLost = true
      if (name !== 'open' || !wasLost) return
      wasLost = false
      // Frames may have been missed. After a restart of the server all pages reconnect, so they must not load everything at once. Feeds
      // and other lists of pages would move, and watch for what is new themselves.
      void client.invalidateQueries({ refetchType: 'none', predicate: ({ queryKey }) => !queryKey.includes('pages') })
    }),
  ])
}
