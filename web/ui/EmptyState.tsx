import type { ReactNode } from 'react'
import { idlePrint } from './print/idle-print.ts'
import { TastePrint } from './print/TastePrint.tsx'
import './EmptyState.css'

export type EmptyStateProps = {
  /** One sentence. */
  children: ReactNode
  /** One action, usually a Button. */
  action?: ReactNode
}

/** An empty state: illustration, one sentence, one action. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="wl-state">
      <div className="wl-state-motif">
        <TastePrint mine={idlePrint.mine} theirs={idlePrint.theirs} label="" height={120} />
      </div>
      <p>{children}</p>
      {action}
    </div>
  )
}
