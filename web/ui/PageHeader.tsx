import { useLayoutEffect, type ReactNode } from 'react'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { usePageName } from './text/page-name.ts'
import { useTitleCount } from './text/title-count.ts'
import './PageHeader.css'

export type PageHeaderProps = {
  title: string
  lead?: ReactNode
  /** On small screens the top bar shows the same title: the h1 is then only for screen readers. */
  repeatsBar?: boolean
  /** Shown right of the title where there is room: a count, a filter, a button. */
  aside?: ReactNode
}

/** The page's h1, the sentence under it, and the tab title. */
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

/** The page's name in the tab and in the top bar, for pages with another h1. The tab shows the unread count before it. */
export function PageTitle({ title }: { title: string }) {
  const { count } = useTitleCount()
  useLayoutEffect(() => {
    usePageName.setState({ name: title })
    return () => usePageName.setState({ name: null })
  }, [title])
  const waits = count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''
  return <title>{waits + (title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`)}</title>
}
