import { matchRoutes } from 'react-router'
import type { Uid } from '#contract/ids.ts'
import { pageRoutes } from '../routes.ts'

const routes = pageRoutes.map(({ path }) => ({ path }))

export type Surroundings = {
  pathname: string
  /** The other person of the chat that is open. */
  chatWith: Uid | null
  me: Uid
}

/**
 * Whom a reply of the channel preview goes to: the person of the page (`uid`, else `user_id` of its address), else the other
 * person of the open chat, else null, and somebody has to be picked. Nobody replies to themselves.
 */
export function recipientOf({ pathname, chatWith, me }: Surroundings): Uid | null {
  const params = matchRoutes(routes, pathname)?.at(-1)?.params ?? {}
  return [params['uid'], params['user_id'], chatWith].find((uid) => uid !== undefined && uid !== null && uid !== me) ?? null
}
