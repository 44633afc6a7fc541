import { logger } from '#web/platform/log.ts'

/** The first page comes first: what it has read is still there by then. */
const QUIET_AFTER_MS = 4_000

/** Keeps what that person reads for a time without a network, from a little later on. Returns a function that stops. */
export function keepWhenQuiet(me: string): () => void {
  let stop: (() => void) | null = null
  let isOver = false
  const begin = async () => {
    const { keepForOffline } = await import('./offline.ts')
    if (!isOver) stop = keepForOffline(me)
  }
  const timer = setTimeout(() => {
    begin().catch((error: unknown) => logger('offline').warn('nothing is kept for later', { why: String(error) }))
  }, QUIET_AFTER_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}
