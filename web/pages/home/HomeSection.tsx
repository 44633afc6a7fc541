import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'

export type HomeSectionProps = {
  title: string
  /** A link to the full list. */
  more?: { to: string; label: string }
  /** Replaces the link for other content. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of home: title, link and content. */
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
