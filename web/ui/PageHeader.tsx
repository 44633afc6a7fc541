import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useTitleCount } from './title-count.ts'
import './PageHeader.css'

export type PageHeaderProps = {
  title: string
  lead?: ReactNode
  /** On small screens the top bar says the same: there the h1 is for screen readers only. */
  repeatsBar?: boolean
  /** Stands right of the title where there is room: a count, a filter, a button. */
  aside?: ReactNode
}

/** The one h1 of a page, the sentence under it, and the title of the tab. */
export function PageHeader({ title, lead, aside, repeatsBar = false }: PageHeaderProps) {
  return (
    <header className="wl-page-header" data-repeats={repeatsBar || undefined}>
      <PageTitle title={title} />
      <div className="wl-page-header-text">
        <h1>{title}</h1>
        {lead !== undefined && <p className="wl-muted">{lead}</p>}
      </div>
      {aside !== undefined && <div className="wl-page-header-aside">{aside}</div>}
    </header>
  )
}

/** The title of the tab, for pages whose h1 is drawn another way. In front of it stands what waits for the person. */
export function PageTitle({ title }: { title: string }) {
  const { count } = useTitleCount()
  const waits = count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''
  return <title>{waits + (title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`)}</title>
}
