/* Reading without a network: profiles, moments and home as they were last read here. Chat keeps its own (chat.cache.ts). */
import { callPattern } from '#contract/call.ts'
import { connectionCalls } from '#contract/connections.ts'
import { momentCalls } from '#contract/moments.ts'
import { profileCalls } from '#contract/profiles.ts'
import { tasteCalls } from '#contract/taste.ts'
import { assumeLastPerson, lastPerson } from '#web/features/identity/session.ts'
import { keepAnswers, restoreAnswers } from '#web/platform/kept-answers.ts'
import { queryClient } from '#web/platform/query.ts'

export { forgetAnswers } from '#web/platform/kept-answers.ts'

const kept = new Set(
  [
    profileCalls.getProfile,
    momentCalls.getFeed,
    momentCalls.getMoment,
    momentCalls.getComments,
    tasteCalls.getTaste,
    tasteCalls.getMatches,
    tasteCalls.getMusic,
    tasteCalls.getVideo,
    connectionCalls.getBuddies,
    connectionCalls.getRequests,
  ].map(callPattern),
)

/** Keeps what that person reads from now on. Returns a function that stops. */
export function keepForOffline(me: string): () => void {
  return keepAnswers(queryClient, me, ([call]) => typeof call === 'string' && kept.has(call))
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
