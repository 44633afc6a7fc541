import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'

export type HomeSectionProps = {
  title: string
  /** Where there is more of it. */
  more?: { to: string; label: string }
  /** Stands in the same place, for what is no link. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of home: its title, the way to more, and what it is about. */
export function HomeSection({ title, more, aside, children }: HomeSectionProps) {
  const titleId = useId()
  return (
    <section className="wl-home-section" aria-labelledby={titleId}>
      <SectionHeader title={title} titleId={titleId}>
        {more && (
          <Link to={more.to} className="wl-muted wl-small">
            {more.label}
          </Link>
        )}
        {aside}
      </SectionHeader>
      {children}
    </section>
  )
}
