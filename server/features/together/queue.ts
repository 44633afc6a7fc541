/* The order of a session's queue. */
import type { Uid } from '#contract/base/ids.ts'
import type { TogetherItem } from '#contract/together.ts'

/** With the item at another place. */
export function moved(queue: TogetherItem[], id: string, to: number): TogetherItem[] {
  const item = queue.find((queued) => queued.id === id)
  if (!item) return queue
  const rest = queue.filter((queued) => queued !== item)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}

/** Moves only the item of this vote, to keep the order that a host has set. */
export function vote(queue: TogetherItem[], actor: Uid, { item: id, on }: { item: string; on: boolean }): TogetherItem[] {
  const item = queue.find((queued) => queued.id === id)
  if (!item || item.votes.includes(actor) === on) return queue
  const others = item.votes.filter((uid) => uid !== actor)
  return placed(
    queue.filter((queued) => queued !== item),
    { ...item, votes: on ? [...others, actor] : others },
    on ? 'last' : 'first',
  )
}

/** Most votes first: the first or the last place among those with the same number of votes. */
export function placed(queue: TogetherItem[], item: TogetherItem, among: 'first' | 'last'): TogetherItem[] {
  const index = queue.findIndex(({ votes }) => (among === 'last' ? votes.length < item.votes.length : votes.length <= item.votes.length))
  return index === -1 ? [...queue, item] : queue.toSpliced(index, 0, item)
}
