import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from './Button.tsx'
import { idlePrint } from './print/idle-print.ts'
import { TastePrint } from './print/TastePrint.tsx'
import './EmptyState.css'

export type EmptyStateProps = {
  title?: string
  /** One sentence. */
  children: ReactNode
  /** The page that leads on. */
  next?: { to: string; label: string; variant?: 'default' }
  /** The next step, if it is not a page. */
  action?: ReactNode
}

/** An empty state: illustration, one sentence, one action. */
export function EmptyState({ title, children, next, action }: EmptyStateProps) {
  return (
    <div className="wl-state">
      <div className="wl-state-motif">
        <TastePrint mine={idlePrint.mine} theirs={idlePrint.theirs} label="" height={120} />
      </div>
      {title && <h2>{title}</h2>}
      <p>{children}</p>
      {next && (
        <Button component={Link} to={next.to} {...(next.variant && { variant: next.variant })}>
          {next.label}
        </Button>
      )}
      {action}
    </div>
  )
}
