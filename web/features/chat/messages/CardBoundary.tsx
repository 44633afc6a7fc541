import { Component, type ReactNode } from 'react'
import { logger } from '#web/platform/log.ts'

const log = logger('chat')

type Props = { children: ReactNode; /** Stands where the card would be. */ fallback: ReactNode }

/** The code of a card may not come (no network, an old tab): then the message goes without, and the conversation stays. */
export class CardBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown): void {
    log.warn('a card could not be drawn', { why: error instanceof Error ? error.message : String(error) })
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
