import { useLingui } from '@lingui/react'
import { Component, useEffect, useEffectEvent, type ReactNode } from 'react'
import { clearFailedParts, isLoadFailure, retryWhenReachable } from '#web/platform/lazy-component.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { logger } from '#web/platform/log.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const log = logger('page')

/** Loading attempts before a reachable server counts as having a newer version. */
const MAX_TRIES = 2
const RELOADED = 'page-reloaded'
/** If code is still missing this soon after a reload, another reload would not help. */
const RELOAD_AGAIN_MS = 5 * 60_000

type Props = { children: ReactNode; /** With another value the boundary tries its children again. */ resetBy: string }
/** Number of retries to load this page's code. */
type State = { error: unknown; brokenAt: string | null; tries: number }

/** Catches errors of a page, so that the frame stays. A page whose code failed to load opens once it can be loaded. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, brokenAt: null, tries: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ resetBy }: Props, { error, brokenAt }: State): Partial<State> | null {
    if (brokenAt !== null && brokenAt !== resetBy) return { error: null, brokenAt: null, tries: 0 }
    return error !== null && brokenAt === null ? { brokenAt: resetBy } : null
  }

  override componentDidCatch(error: unknown): void {
    clearFailedParts()
    log.error('page crashed', { why: error instanceof Error ? error.message : String(error) })
  }

  readonly #retry = (): void => this.setState(({ tries }) => ({ error: null, tries: tries + 1 }))

  override render(): ReactNode {
    const { error, tries: attempts } = this.state
    if (error === null) return this.props.children
    if (!isLoadFailure(error)) return <Broken />
    return <NotLoaded key={attempts} tries={attempts} onRetry={this.#retry} />
  }
}

/** The page's code failed to load: it is loaded again when the server answers. */
function NotLoaded({ tries, onRetry }: { tries: number; onRetry: () => void }) {
  const isLastTry = tries >= MAX_TRIES && !mayReload()
  const retry = useEffectEvent(() => {
    if (tries < MAX_TRIES) return onRetry()
    // The server is reachable but no longer has this code: a newer version has replaced it.
    writeStored(RELOADED, String(Date.now()), 'tab')
    reload()
  })
  useEffect(() => (isLastTry ? undefined : retryWhenReachable(() => retry())), [isLastTry])
  return isLastTry ? <Broken /> : <ErrorState kind="offline" onRetry={onRetry} />
}

function mayReload(): boolean {
  return Math.abs(Date.now() - Number(readStored(RELOADED, 'tab') ?? 0)) > RELOAD_AGAIN_MS
}

function Broken() {
  const { i18n } = useLingui()
  return (
    <ErrorState
      title={i18n._({ id: 'page.broke.title', message: 'Something went wrong on this page' })}
      advice={i18n._({ id: 'page.broke.advice', message: 'Reload the page. If it happens again, go back and try another way.' })}
      onRetry={reload}
    />
  )
}

const reload = () => location.reload()
