import { useEffect, useRef, type ReactNode } from 'react'
import { useElementSize } from '@mantine/hooks'
import { useLingui } from '@lingui/react'

export type ChartTable = { head: readonly string[]; rows: readonly (readonly string[])[] }

export type ChartFigureProps = {
  /** The description of the picture for screen readers. */
  label: string
  height: number
  /** A taller drawing scrolls, starting at its end. */
  maxHeight?: number
  /** The drawing has links, which a role of an image would hide. */
  hasLinks?: boolean
  /** Draws into an SVG of this width. */
  children: (width: number) => ReactNode
  table: ChartTable
}

/** A chart as a picture with a text alternative, and the same numbers as a table. */
export function ChartFigure({ label, height, maxHeight = height, hasLinks = false, children, table }: ChartFigureProps) {
  const { i18n } = useLingui()
  const { ref, width } = useElementSize()
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = height
  }, [height])
  return (
    <figure className="wl-chart">
      {/* oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- it scrolls, also with the keyboard */}
      <div
        ref={scroller}
        {...(maxHeight < height ? { tabIndex: 0 } : {})}
        className="wl-chart-scroll"
        data-scrolls={maxHeight < height || undefined}
        style={{ blockSize: Math.min(height, maxHeight) }}
      >
        <div ref={ref} style={{ blockSize: height }}>
          {width > 0 && (
            // oxlint-disable-next-line jsx_a11y/prefer-tag-over-role -- the picture is drawn here
            <svg role={hasLinks ? 'group' : 'img'} aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
              {children(width)}
            </svg>
          )}
        </div>
      </div>
      <details>
        <summary className="wl-dim wl-small">{i18n._({ id: 'print.table', message: 'As a table' })}</summary>
        {/* The table scrolls by itself, also with the keyboard. */}
        {/* oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex */}
        <section className="wl-chart-table" aria-label={label} tabIndex={0}>
          <table dir="auto">
            <thead>
              <tr>
                {table.head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name = '', ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={table.head[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}
