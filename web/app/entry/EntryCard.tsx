import type { ReactNode } from 'react'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { ContinueAs } from './ContinueAs.tsx'
import './EntryCard.css'

export type EntryCardProps = { title: string; children: ReactNode; below: ReactNode; smallPrint?: ReactNode }

/** The card of the log-in and sign-up pages. Whoever is signed in already is offered to go on. */
export function EntryCard({ title, children, below, smallPrint }: EntryCardProps) {
  const isIn = useStanding() === 'ready'
  return (
    <div className="wl-entry">
      <PageTitle title={title} />
      <div className="wl-card wl-entry-card">
        <h1>{title}</h1>
        {isIn ? <ContinueAs /> : children}
        {!isIn && smallPrint !== undefined && <p className="wl-dim wl-small">{smallPrint}</p>}
      </div>
      {!isIn && <p className="wl-muted">{below}</p>}
    </div>
  )
}
