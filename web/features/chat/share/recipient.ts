import type { Uid } from '#contract/base/ids.ts'

export type ReceiverContext = {
  /** Route parameters. */
  params: Readonly<Record<string, string | undefined>>
  /** The other user of the open chat. */
  chatWith: Uid | null
  me: Uid
}

/**
 * The receiver of a reply in the channel preview: the user of the page (`uid`, else `user_id`), else the other user of the open chat,
 * else null (to be picked). Never the user themselves.
 */
export function recipientOf({ params, chatWith, me }: ReceiverContext): Uid | null {
  return [params['uid'], params['user_id'], chatWith].find((uid) => uid !== undefined && uid !== null && uid !== me) ?? null
}
