import { useLingui } from '@lingui/react'
import { Component, type ReactNode } from 'react'
import { isLoadFailure } from '#web/platform/lazy-part.ts'
import { logger } from '#web/platform/log.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const log = logger('page')

type Props = { children: ReactNode; /** With another value the boundary tries its children again. */ resetBy: string }
type State = { error: unknown; brokenAt: string | null }

/** Keeps a page that breaks from taking the frame with it. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, brokenAt: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ resetBy }: Props, { error, brokenAt }: State): Partial<State> | null {
    if (error === null) return null
    if (brokenAt === null) return { brokenAt: resetBy }
    return brokenAt === resetBy ? null : { error: null, brokenAt: null }
  }

  override componentDidCatch(error: unknown): void {
    log.error('a page broke', { why: error instanceof Error ? error.message : String(error) })
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <PageError error={this.state.error} />
  }
}

/** What stands in a page's place when it broke, or when its code could not be loaded. */
function PageError({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  if (isLoadFailure(error)) return <ErrorState kind="offline" onRetry={reload} />
  return (
    <ErrorState
      title={i18n._({ id: 'page.broke.title', message: 'This page broke' })}
      advice={i18n._({ id: 'page.broke.advice', message: 'Load it again. If it breaks again, go back and try another way.' })}
      onRetry={reload}
    />
  )
}

const reload = () => location.reload()
