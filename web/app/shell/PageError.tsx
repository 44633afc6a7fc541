import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { logger } from '#web/platform/log.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const log = logger('page')

/** What a page shows instead of itself when it breaks, or when its code could not be loaded. */
export function PageError() {
  const { i18n } = useLingui()
  const error = useRouteError()
  const isChunk = error instanceof TypeError && /import|module/i.test(error.message)
  useEffect(() => log.error('a page broke', { why: error instanceof Error ? error.message : String(error) }), [error])
  const reload = () => location.reload()
  if (isChunk) return <ErrorState kind="offline" onRetry={reload} />
  return (
    <ErrorState
      title={i18n._({ id: 'page.broke.title', message: 'This page broke' })}
      advice={i18n._({ id: 'page.broke.advice', message: 'Load it again. If it breaks again, go back and try another way.' })}
      onRetry={reload}
    />
  )
}
