import { useIsOffline } from '#web/platform/connectivity.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/**
 * Something of chat could not be read. Nothing answers, or the server does and says that it cannot: whoever is told to look after
 * their connection although it is fine looks in the wrong place.
 */
export function ReadFailed({ onRetry }: { onRetry: () => void }) {
  return <ErrorState kind={useIsOffline() ? 'offline' : 'server'} onRetry={onRetry} />
}
