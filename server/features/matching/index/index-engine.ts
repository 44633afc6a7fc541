import type { MatchIndex } from './match-index.ts'

// The index behind a door that can be far away: in this thread, or in one of its own so that comparing a crowd never
// holds up a request (index-thread.ts). Both ways it is the same index.

/** What can be asked of the index, and told. */
export const ACTS = [
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
export type Act = (typeof ACTS)[number]

/** The index as others ask it: every act answers later. */
export type MatchEngine = { [A in Act]: (...args: Parameters<MatchIndex[A]>) => Promise<ReturnType<MatchIndex[A]>> }

/** An engine whose acts are all carried by one function. */
export function engineOf(carry: (act: Act, args: readonly unknown[]) => Promise<unknown>): MatchEngine {
  const acts = ACTS.map((act) => [act, (...args: unknown[]) => carry(act, args)] as const)
  // Every act is there, and whoever carries it answers as the index does.
  return Object.fromEntries(acts) as MatchEngine
}

/** An index in this very thread. */
export const engineInThisThread = (index: Pick<MatchIndex, Act>): MatchEngine => engineOf(async (act, args) => perform(index, act, args))

/** Does one act on the index. */
export function perform(index: Pick<MatchIndex, Act>, act: Act, args: readonly unknown[]): unknown {
  // The other side is typed by MatchEngine: these are the parameters of this act.
  const method = index[act] as (...given: readonly unknown[]) => unknown
  return method(...args)
}
