/* Reading without a network: profiles, moments and home as they were last read here. Chat keeps its own (history-cache.ts). */
import { assumeLastPerson, lastPerson } from '#web/features/identity/session.ts'
import { keepAnswers, restoreAnswers } from '#web/platform/kept-answers.ts'
import { queryClient } from '#web/platform/query.ts'

/** Calls by their patterns: their definitions would bring the schemas of every page along. A test finds one that is none any more. */
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

/** Keeps what that person reads from now on. Returns a function that stops. */
export function keepForOffline(me: string): () => void {
  return keepAnswers(queryClient, me, ([call]) => typeof call === 'string' && keptCalls.includes(call))
}

/** Nothing answers and it is not known who is there: whoever was here last reads what they read before. */
export async function readOffline(): Promise<void> {
  const last = lastPerson()
  if (!last) return
  const keys = await restoreAnswers(queryClient, last.profile.uid)
  assumeLastPerson(last, () => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  })
}
