import type { QueryClient } from '@tanstack/react-query'
import { connectionCalls } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import { profileCalls } from '#contract/profiles.ts'
import { readApi } from '#web/platform/api-client.ts'
import { callKey } from '#web/platform/query.ts'
import { setRelationEverywhere } from './connections.cache.ts'

/** How often it was asked how the viewer stands to that person. Answers may overtake each other: only the last question's counts. */
const asked = new Map<Uid, number>()

export const questionsAbout = (uid: Uid): number => asked.get(uid) ?? 0

/** A command about that person makes every earlier question void: its answer may come late. Returns the count of questions. */
export function voidQuestionsAbout(uid: Uid): number {
  const count = questionsAbout(uid) + 1
  asked.set(uid, count)
  return count
}

/**
 * Asks the server how the viewer stands to that person and writes it into every cached answer. News on the socket may come
 * in any order, so each makes the page ask; somebody out of sight makes all lists be read again.
 */
export async function askForTruth(client: QueryClient, uid: Uid): Promise<void> {
  const question = voidQuestionsAbout(uid)
  const result = await readApi(connectionCalls.getConnection, { params: { uid } })
  if (questionsAbout(uid) !== question) return
  if (result.ok) {
    client.setQueryData(callKey(connectionCalls.getConnection, { params: { uid } }), result.value)
    setRelationEverywhere(client, uid, result.value.relation)
    void client.invalidateQueries({ queryKey: callKey(profileCalls.getProfile, { params: { uid } }) })
    void client.invalidateQueries({ queryKey: callKey(connectionCalls.getBuddies) })
  } else if (result.failure.kind === 'missing') {
    void client.invalidateQueries()
  }
}
