import type { ReactNode } from 'react'
import './SectionHeader.css'

export type SectionHeaderProps = {
  title: string
  /** For sections that are labelled by their title. */
  titleId?: string
  /** Before the title. */
  icon?: ReactNode
  /** At the end of the line: a link, a count, a button. */
  children?: ReactNode
}

export function SectionHeader({ title, titleId, icon, children }: SectionHeaderProps) {
  return (
    <header className="wl-section-header">
      <h2 id={titleId}>
        {icon}
        {title}
      </h2>
      {children}
    </header>
  )
}
