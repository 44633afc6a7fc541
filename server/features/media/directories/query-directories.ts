import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'

/** A service with data of artists by name, and the pause that it requires between requests. */
export type Directory<T> = { read: (artist: string) => Promise<T>; betweenMs: number }
export type Pause = (ms: number, stopping: AbortSignal) => Promise<unknown>

/** After this many consecutive failures a directory is skipped until the next run. */
const MAX_FAILURES = 3

/** Resolves early when the server stops. */
export const waitUnlessStopped: Pause = (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined)

/** One run of requests to directories, in order of preference. */
export function queryDirectories<T, D extends Directory<T>>(
  directories: readonly D[],
  { log, pause, stopping }: { log: Log; pause: Pause; stopping: AbortSignal },
) {
  const states = directories.map((directory) => ({ directory, failures: 0 }))
  const isUnavailable = ({ failures }: { failures: number }): boolean => failures >= MAX_FAILURES

  return {
    areUnavailable: (): boolean => states.every(isUnavailable),

    /** The first conclusive answer. @returns 'unknown' when no directory knows the artist, 'failed' when one failed */
    async first(artist: string, isUseful: (answer: T) => boolean): Promise<{ answer: T; directory: D } | 'unknown' | 'failed'> {
      for (const state of states) {
        if (isUnavailable(state)) continue
        const { directory } = state
        try {
          const response = await directory.read(artist)
          state.failures = 0
          if (isUseful(response)) return { answer: response, directory }
        } catch (err) {
          const mustWait = err instanceof ProviderError && err.kind === 'wait'
          if (mustWait) log.info({ reason: err.message }, 'an artist directory is not available and is queried again later')
          else log.warn({ err }, 'an artist directory could not be read')
          state.failures = mustWait ? MAX_FAILURES : state.failures + 1
        } finally {
          await pause(directory.betweenMs, stopping)
        }
      }
      return states.some(({ failures }) => failures > 0) ? 'failed' : 'unknown'
    },
  }
}
