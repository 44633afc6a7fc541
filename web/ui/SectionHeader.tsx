import type { ReactNode } from 'react'
import './SectionHeader.css'

export type SectionHeaderProps = {
  title: string
  /** Where the section is labelled by its title. */
  titleId?: string
  /** At the other end of the line: a link to more, a count, a button. */
  children?: ReactNode
}

/** The heading of a card or of a part of a page. */
export function SectionHeader({ title, titleId, children }: SectionHeaderProps) {
  return (
    <header className="wl-section-header">
      <h2 id={titleId}>{title}</h2>
      {children}
    </header>
  )
}
