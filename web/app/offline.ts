/* Offline reading: profiles, moments, home, groups, items and saved items as they were last loaded. Messages have their own cache (history-cache.ts). */
import { assumeLastUser, lastUser } from '#web/features/identity/session.ts'
import { cacheResponses, restoreCachedResponses } from '#web/platform/cached-responses.ts'
import { queryClient } from '#web/platform/query.ts'

/** URL patterns of the cached calls. Importing the calls would bundle every page's schemas; a test checks each pattern. */
export const offlineCalls: readonly string[] = [
  '/app/auth/profile/:uid',
  '/app/auth/profile/:uid/taste',
  '/app/auth/profile/:uid/lists/:list',
  '/app/auth/profile/:uid/buddies',
  '/app/auth/moments',
  '/app/auth/moments/:id',
  '/app/auth/moments/:id/comments',
  '/app/auth/matches',
  '/app/auth/matches/:uid',
  '/app/auth/connections/:uid',
  '/app/auth/connection-requests',
  '/app/auth/groups/:chatId',
  '/app/auth/groups/:chatId/events',
  '/app/auth/polls/:id',
  '/app/auth/safe-queues/:id',
  '/app/auth/discover-saved',
  '/app/auth/folders',
  '/app/auth/folders/:id',
  '/app/auth/items/:item_id',
  '/app/auth/chats/:chatId/shelf',
]

/** Starts caching what this user loads. Returns a function that stops it. */
export function startOfflineCache(me: string): () => void {
  return cacheResponses(queryClient, me, ([call]) => typeof call === 'string' && offlineCalls.includes(call))
}

/** Without a network and a known user, shows the last user their cached content. */
export async function showLastUser(): Promise<void> {
  const last = lastUser()
  if (!last) return
  const keys = await restoreCachedResponses(queryClient, last.profile.uid)
  assumeLastUser(last, () => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  })
}
