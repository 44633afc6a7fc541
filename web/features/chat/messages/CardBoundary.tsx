import { Component, type ReactNode } from 'react'
import { logger } from '#web/platform/log.ts'

const log = logger('chat')

type Props = { children: ReactNode; /** Shown instead of the card. */ fallback: ReactNode }

/** If the code of a card can't be loaded (offline, an outdated tab), the message is shown without it. */
export class CardBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown): void {
    log.warn('card rendering failed', { why: error instanceof Error ? error.message : String(error) })
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
