import { Button } from './Button.tsx'
import { useLingui } from '@lingui/react'
import type { FailureKind } from '#web/platform/api-error.ts'
import './EmptyState.css'

export type ErrorStateProps = {
  /** The kind of failure; picks the default title. */
  kind?: FailureKind
  title?: string
  advice?: string
  onRetry?: () => void
}

/** An error with its title, advice, and a retry button. */
export function ErrorState({ kind = 'server', title, advice, onRetry }: ErrorStateProps) {
  const { i18n } = useLingui()
  const messages = useMessages(kind)
  return (
    <div className="wl-state" role="alert">
      <h2>{title ?? messages.title}</h2>
      <p>{advice ?? messages.advice}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {i18n._({ id: 'state.retry', message: 'Try again' })}
        </Button>
      )}
    </div>
  )
}

function useMessages(kind: FailureKind): { title: string; advice: string } {
  const { i18n } = useLingui()
  if (kind === 'offline') {
    return {
      title: i18n._({ id: 'state.offline.title', message: 'We can’t reach the server' }),
      advice: i18n._({ id: 'state.offline.advice', message: 'Check your connection, then try again.' }),
    }
  }
  if (kind === 'missing' || kind === 'forbidden') {
    return {
      title: i18n._({ id: 'state.missing.title', message: 'Not found' }),
      advice: i18n._({ id: 'state.missing.advice', message: 'It may have been deleted, or you can’t see it.' }),
    }
  }
  return {
    title: i18n._({ id: 'state.error.title', message: 'Something went wrong' }),
    advice: i18n._({ id: 'state.error.advice', message: 'It’s not your fault. Try again in a moment.' }),
  }
}
