import type { Uid } from '#contract/base/ids.ts'

export type Surroundings = {
  /** The parameters of the page's address. */
  params: Readonly<Record<string, string | undefined>>
  /** The other person of the chat that is open. */
  chatWith: Uid | null
  me: Uid
}

/**
 * Whom a reply of the channel preview goes to: the person of the page (`uid`, else `user_id` of its address), else the other
 * person of the open chat, else null, and somebody has to be picked. Nobody replies to themselves.
 */
export function recipientOf({ params, chatWith, me }: Surroundings): Uid | null {
  return [params['uid'], params['user_id'], chatWith].find((uid) => uid !== undefined && uid !== null && uid !== me) ?? null
}
