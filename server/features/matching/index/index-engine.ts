import type { MatchIndex } from './match-index.ts'

// The index behind a door that can be far away: in this thread, or in one of its own so that comparing a crowd never
// holds up a request (index-thread.ts). Both ways it is the same index.

/** What can be asked of the index, and told. */
export const INDEX_METHODS = [
  'unknown',
  'learn',
  'put',
  'remove',
  'clear',
  'size',
  'uids',
  'holders',
  'raritiesOf',
  'held',
  'print',
  'inferred',
  'pair',
  'rank',
  'bytes',
  'study',
] as const satisfies readonly (keyof MatchIndex)[]
export type IndexMethod = (typeof INDEX_METHODS)[number]

/** The index as others ask it: every act answers later. */
export type MatchEngine = { [A in IndexMethod]: (...args: Parameters<MatchIndex[A]>) => Promise<ReturnType<MatchIndex[A]>> }

/** An engine whose acts are all carried by one function. */
export function createEngine(carry: (act: IndexMethod, args: readonly unknown[]) => Promise<unknown>): MatchEngine {
  const acts = INDEX_METHODS.map((act) => [act, (...args: unknown[]) => carry(act, args)] as const)
  // Every act is there, and whoever carries it answers as the index does.
  return Object.fromEntries(acts) as MatchEngine
}

/** An index in this very thread. */
export const createInlineEngine = (index: Pick<MatchIndex, IndexMethod>): MatchEngine =>
  createEngine(async (act, args) => callMethod(index, act, args))

/** Does one act on the index. */
export function callMethod(index: Pick<MatchIndex, IndexMethod>, act: IndexMethod, args: readonly unknown[]): unknown {
  // The other side is typed by MatchEngine: these are the parameters of this act.
  const method = index[act] as (...given: readonly unknown[]) => unknown
  return method(...args)
}
