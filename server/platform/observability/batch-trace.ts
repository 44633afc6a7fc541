import type { Context } from '@opentelemetry/api'

/** Whoever asked for a part of what is done for many at once; undefined outside of any trace. */
export type Asker = Context | undefined

/**
 * For work that is done for many at once, such as a group commit: it belongs to none of their traces more than to another, so
 * it is a trace of its own that links to them all.
 */
export type BatchTrace = {
  /** Whoever asks where the code runs. */
  asker(): Asker
  /** The same function, and what it does counts to whoever asks now, wherever it will be called from. */
  inTheirName<A extends unknown[]>(work: (...given: A) => void): (...given: A) => void
  together<T>(name: string, askers: readonly Asker[], work: () => Promise<T>): Promise<T>
}
