import type { ReactNode } from 'react'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { ContinueAs } from './ContinueAs.tsx'
import './EntryCard.css'

export type EntryCardProps = {
  title: string
  children: ReactNode
  below: ReactNode
  smallPrint?: ReactNode
  /** True: the page has something to do for signed-in people too. */
  forEverybody?: boolean
}

/** The card of the log-in and sign-up pages. Whoever is signed in already is offered to go on. */
export function EntryCard({ title, children, below, smallPrint, forEverybody = false }: EntryCardProps) {
  const standing = useStanding()
  const isIn = standing === 'ready' && !forEverybody
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
