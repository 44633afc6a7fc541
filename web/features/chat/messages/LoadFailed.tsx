import { useIsOffline } from '#web/platform/connectivity.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/**
 * Shown when chat data can't be loaded. It distinguishes an unreachable server from one that reports an error, so that users don't
 * check a working connection.
 */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return <ErrorState kind={useIsOffline() ? 'offline' : 'server'} onRetry={onRetry} />
}
