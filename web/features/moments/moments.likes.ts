/* Optimistic likes; rolled back when the server rejects them. */
import { momentCalls, type Moment } from '#contract/moments.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { changeEverywhere } from './moments.cache.ts'
import { momentErrorMessage } from './moments.messages.ts'

/** One pending like per moment: pressing again while a request runs changes the target state, and the last one is sent. */
type PendingLike = { target: boolean; confirmed: boolean }
const pendingLikes = new Map<string, PendingLike>()

export const isLiking = (id: string): boolean => pendingLikes.has(id)

/** Likes a moment, or removes the like. */
export async function setLiked(moment: Moment, liked: boolean): Promise<void> {
  const { id } = moment
  changeEverywhere(id, (now) => withLike(now, liked))
  const queue = pendingLikes.get(id)
  if (queue) {
    queue.target = liked
    return
  }
  const pending: PendingLike = { target: liked, confirmed: moment.liked }
  pendingLikes.set(id, pending)
  while (pending.target !== pending.confirmed) {
    const target = pending.target
    // Sequential on purpose: the server must receive two states in order.
    // oxlint-disable-next-line no-await-in-loop
    const result = await readApi(target ? momentCalls.likeMoment : momentCalls.unlikeMoment, { params: { id } })
    if (!result.ok) {
      pending.target = pending.confirmed
      changeEverywhere(id, (now) => withLike(now, pending.confirmed))
      notify('error', momentErrorMessage(i18n, result.failure))
      break
    }
    pending.confirmed = target
    if (pending.target === target) changeEverywhere(id, (now) => ({ ...now, likes: result.value.likes, liked: result.value.liked }))
  }
  pendingLikes.delete(id)
}

/** The moment with or without the viewer's like; the count changes only with the state. */
function withLike(moment: Moment, liked: boolean): Moment {
  if (moment.liked === liked) return moment
  return { ...moment, liked, likes: Math.max(0, moment.likes + (liked ? 1 : -1)) }
}
