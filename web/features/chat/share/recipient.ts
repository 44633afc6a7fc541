import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'

export type ReceiverContext = {
  /** Route parameters. */
  params: Readonly<Record<string, string | undefined>>
  /** The other user of the open chat. */
  chatWith: Uid | null
  me: Uid
}

/**
 * The receiver of a reply in the channel preview: the user of the page (`uid`, `user_id` or `person`), else the other user of the open chat,
 * else null (to be picked). Never the user themselves.
 */
export function recipientOf({ params, chatWith, me }: ReceiverContext): Uid | null {
  const person = params['person']
  // A user name is replaced by the id as soon as it is found.
  const named = person !== undefined && limits.userName.pattern.test(person.toLowerCase()) ? undefined : person
  return [params['uid'], params['user_id'], named, chatWith].find((uid) => uid !== undefined && uid !== null && uid !== me) ?? null
}
