import type { ChatMessage } from './types.ts'

/** Both together, by `seq`, each place once. What comes later wins, unless it tells of an earlier state of the message. */
export function merge(items: readonly ChatMessage[], incoming: readonly ChatMessage[]): ChatMessage[] {
  const [first] = incoming
  const last = items.at(-1)
  // The usual case, a new message at the end, must not cost the whole list.
  if (incoming.length === 1 && first && (!last || first.seq > last.seq)) return [...items, first]
  const bySeq = new Map(items.map((item) => [item.seq, item]))
  for (const item of incoming) {
    const known = bySeq.get(item.seq)
    if (!known || known.changeSeq <= item.changeSeq) bySeq.set(item.seq, item)
  }
  return [...bySeq.values()].toSorted((one, two) => one.seq - two.seq)
}

/** The last place that is reached from the first without a hole; 0 for nothing. */
export function endOfRun(items: readonly ChatMessage[]): number {
  const [first] = items
  const last = items.at(-1)
  if (!first || !last) return 0
  if (last.seq - first.seq === items.length - 1) return last.seq
  let at = 1
  while (items[at]?.seq === first.seq + at) at++
  return first.seq + at - 1
}

/** Whether the chat has messages before the first loaded one. Sequences start at 1 and have no holes. */
export function hasOlder(items: readonly ChatMessage[]): boolean {
  return (items[0]?.seq ?? 1) > 1
}
