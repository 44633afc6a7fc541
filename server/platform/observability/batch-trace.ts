import type { Context } from '@opentelemetry/api'

/** The trace context of a caller; undefined outside of any trace. */
export type CallerContext = Context | undefined

/** For work on behalf of several callers, such as a group commit: it gets its own trace, with links to theirs. */
export type BatchTrace = {
  currentContext(): CallerContext
  /** Binds a function to the current trace context, wherever it will be called from. */
  bindContext<A extends unknown[]>(work: (...given: A) => void): (...given: A) => void
  runBatch<T>(name: string, askers: readonly CallerContext[], work: () => Promise<T>): Promise<T>
}
