import type { ProviderList, ProviderPage } from '#server/providers/provider.ts'
import type { ListPosition, Position, Progress } from './sources.types.ts'

// Which page of an account is read next, and how far a sync is. Pure.

/** Nobody's list is read further than this. */
const MAX_ENTRIES = 5_000

/** A sync at its beginning. `stale` are the items that an earlier one left. */
export function beginning(run: string, lists: readonly ProviderList[], stale: readonly string[]): Position {
  const unread = { from: null, started: false, done: false, read: 0, total: null }
  return { run, step: 0, failures: 0, waitsUntil: null, lists: lists.map((list) => ({ ...list, ...unread })), stale: [...stale] }
}

/**
 * The list to read from: the lists of one kind after those of another, in the provider's order, so that artists are there
 * first. Within a kind first one page of each list: then the most loved things are there and the totals are known.
 */
export function nextList({ lists }: Position): ListPosition | null {
  const reading = lists.find((list) => !list.done)?.reading
  const ofKind = lists.filter((list) => list.reading === reading && !list.done)
  return ofKind.find((list) => !list.started) ?? ofKind[0] ?? null
}

/** The position after a page of `list` was read, with the items that the page showed. */
export function after(position: Position, list: string, page: ProviderPage, items: readonly string[]): Position {
  const seen = new Set(items)
  const lists = position.lists.map((it) => {
    if (it.name !== list) return it
    const read = it.read + page.read
    return { ...it, started: true, read, total: page.total, from: page.next, done: page.next === null || read >= MAX_ENTRIES }
  })
  return { ...position, failures: 0, waitsUntil: null, lists, stale: position.stale.filter((item) => !seen.has(item)) }
}

/** What is being read and how far; the total is unknown until every list of this kind has said its own. */
export function progressOf(position: Position): Progress | null {
  const current = nextList(position)
  if (!current) return null
  const ofKind = position.lists.filter(({ reading }) => reading === current.reading)
  const done = ofKind.reduce((sum, { read }) => sum + read, 0)
  const isKnown = ofKind.every(({ started, total }) => started && total !== null)
  const total = isKnown ? ofKind.reduce((sum, list) => sum + (list.done ? list.read : (list.total ?? 0)), 0) : null
  return { reading: current.reading, done, total: total === null ? null : Math.max(total, done) }
}
