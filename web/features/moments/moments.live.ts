/* Applies other users' changes to visible moments. Like counts change in place; edits and comment counts are refetched, because
   visibility depends on the viewer. Deleted moments leave a placeholder of the same height. */
import { create } from 'zustand'
import { momentCalls, momentFrames } from '#contract/moments.ts'
import { PAGE_ID, readApi } from '#web/platform/api-client.ts'
import { queryClient } from '#web/platform/query.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { refetchComments } from './comments/comments.cache.ts'
import { isLiking } from './moments.likes.ts'
import { changeEverywhere, changeQuoting, changesOf, feedKey, isHidden, isKnown, refetchSingle } from './moments.cache.ts'
import { hideCard, showCard } from './moments.removals.ts'

/** Changes of one moment within this time are fetched together. */
export const BATCH_MS = 800

/** Moments deleted while visible, with the height of their cards in pixels; null when unknown. */
export const useDeletedMoments = create<{ gone: ReadonlyMap<string, number | null> }>()(() => ({ gone: new Map() }))

export type LiveOptions = {
  subscribe: SocketLink['subscribe']
  /** The current height of a moment's card; null when it is not rendered. */
  heightOf: (id: string) => number | null
}

/** Subscribes to other users' changes. Returns an unsubscribe function. */
export function watchChanges({ subscribe, heightOf }: LiveOptions): () => void {
  const changed = new Set<string>()
  /** The moments with changed comments, and the comments' ids if the server named them. */
  const commentsSince = new Map<string, (string | undefined)[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = (id: string) => {
    changeQuoting(id)
    if (isKnown(id)) markDeleted(id, heightOf(id))
  }
  const scheduleFetch = (id: string) => {
    if (!isKnown(id)) return
    changed.add(id)
    // Popular moments change constantly, so the first change sets the time of the fetch.
    timer ??= setTimeout(fetchChanged, BATCH_MS)
  }
  const fetchChanged = () => {
    timer = undefined
    for (const id of changed) void refetchMoment(id, leave)
    for (const [id, comments] of commentsSince) refetchComments(id, comments)
    changed.clear()
    commentsSince.clear()
  }
  const stops = [
    subscribe(momentFrames.moment_likes, ({ id, likes }) => {
      // A pending like of the viewer will return the count.
      if (!isLiking(id)) changeEverywhere(id, (moment) => (moment.likes === likes ? moment : { ...moment, likes }))
    }),
    subscribe(momentFrames.moment_changed, ({ id, by }) => {
      if (by === PAGE_ID) return
      scheduleFetch(id)
      // Only a change of the viewer's own names a page.
      if (by !== undefined) void queryClient.invalidateQueries({ queryKey: feedKey({ tab: 'bookmarks' }) })
    }),
    subscribe(momentFrames.moment_comments, ({ id, comment }) => {
      commentsSince.set(id, [...(commentsSince.get(id) ?? []), comment])
      scheduleFetch(id)
    }),
    subscribe(momentFrames.moment_gone, ({ id }) => leave(id)),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

async function refetchMoment(id: string, leave: (id: string) => void): Promise<void> {
  const before = changesOf(id)
  const wasHidden = isHidden(id)
  const result = await readApi(momentCalls.getMoment, { params: { id } })
  if (result.ok && changesOf(id) !== before) return refetchMoment(id, leave)
  if (result.ok) {
    changeEverywhere(id, () => result.value)
    if (result.value.hidden) hideCard(id)
    else if (wasHidden) showCard(id)
    if (useDeletedMoments.getState().gone.has(id))
      useDeletedMoments.setState(({ gone }) => ({ gone: new Map([...gone].filter(([other]) => other !== id)) }))
  } else if (result.failure.kind === 'missing') {
    leave(id)
  }
}

/** Keeps the space of a deleted moment without its content. */
function markDeleted(id: string, height: number | null): void {
  useDeletedMoments.setState(({ gone }) => ({ gone: new Map([...gone, [id, height]]) }))
  changeEverywhere(id, (moment) => ({ ...moment, text: '', link: null, pictures: [] }))
  refetchSingle(id)
}

export function cardHeight(id: string): number | null {
  return document.querySelector(`[data-moment="${CSS.escape(id)}"]`)?.firstElementChild?.getBoundingClientRect().height ?? null
}
