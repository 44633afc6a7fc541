import type { ReactNode } from 'react'
import { TastePrint } from './TastePrint.tsx'
import { PRINT_BARS } from '#contract/print.ts'
import './EmptyState.css'

/** A quiet wave: the motif where there is no data to draw. */
const swell = PRINT_BARS.map((_, at) => 0.12 + 0.5 * Math.abs(Math.sin(at * 0.55) * Math.cos(at * 0.17)))

export type EmptyStateProps = {
  /** One sentence. */
  children: ReactNode
  /** One action, usually a Button. */
  action?: ReactNode
}

/** Nothing here yet: the motif, one sentence, one action. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="wl-state">
      <div className="wl-state-motif">
        <TastePrint mine={swell} theirs={swell} label="" height={120} />
      </div>
      <p>{children}</p>
      {action}
    </div>
  )
}
