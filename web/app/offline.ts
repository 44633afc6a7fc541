/* Offline reading: profiles, moments and home as they were last loaded. Chat has its own cache (history-cache.ts). */
import { assumeLastPerson, lastPerson } from '#web/features/identity/session.ts'
import { keepAnswers, restoreAnswers } from '#web/platform/kept-answers.ts'
import { queryClient } from '#web/platform/query.ts'

/** URL patterns of the cached calls. Importing the calls would bundle every page's schemas; a test checks each pattern. */
export const keptCalls: readonly string[] = [
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
]

/** Starts caching what this user loads. Returns a function that stops it. */
export function keepForOffline(me: string): () => void {
  return keepAnswers(queryClient, me, ([call]) => typeof call === 'string' && keptCalls.includes(call))
}

/** Without a network and a known user, shows the last user their cached content. */
export async function readOffline(): Promise<void> {
  const last = lastPerson()
  if (!last) return
  const keys = await restoreAnswers(queryClient, last.profile.uid)
  assumeLastPerson(last, () => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  })
}
