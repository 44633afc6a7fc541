import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { scaleBand, scaleLinear } from 'd3-scale'
import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'
import { placeLabels } from '#web/ui/print/print-layout.ts'
import { textWidth } from '#web/ui/text/use-fitting-text.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { monthText, rangeText } from './plays.messages.ts'

const ROW = 38
const LABEL = 48
const AXIS = 26
const NAMED = 4
const GAP = 10
const MAX_BAR = 14

export type RidgelineProps = {
  /** `bars` in the order of `PRINT_BARS`; null for a month without data. */
  months: readonly { month: string; bars: readonly number[] | null }[]
  /** The text alternative, with the most important bars. */
  label: (names: string) => string
  /** A bar of all months, and of one. */
  textOf: { total: ((value: number) => string) | null; one: (value: number) => string }
  /** A taller drawing scrolls. */
  maxHeight?: number
}

/** One row a month; each column is one bar of the print and keeps its place. The last month is the brightest. */
export function Ridgeline({ months, label, textOf, maxHeight }: RidgelineProps) {
  const { i18n } = useLingui()
  const [active, setActive] = useState<number | null>(null)
  const { locale } = i18n
  const number = new Intl.NumberFormat(locale)
  const bars = PRINT_BARS.map((name, index) => ({
    name,
    index,
    total: months.reduce((sum, month) => sum + (month.bars?.[index] ?? 0), 0),
  })).filter(({ total }) => total > 0)
  const tallest = bars.toSorted((a, b) => b.total - a.total)
  const names = tallest
    .slice(0, NAMED)
    .map(({ name, total }) => (textOf.total ? `${barName(i18n, name)} (${textOf.total(total)})` : barName(i18n, name)))
  const height = months.length * ROW + AXIS
  return (
    <ChartFigure
      label={label(new Intl.ListFormat(locale, { type: 'unit' }).format(names))}
      height={height}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      table={{
        head: [
          i18n._({ id: 'print.table.what', message: 'Kind' }),
          ...months.map(({ month }) => rangeText(locale, { from: month, to: month }, 'month')),
        ],
        rows: tallest.map(({ name, index }) => [
          barName(i18n, name),
          ...months.map((month) => (month.bars ? number.format(month.bars[index] ?? 0) : '–')),
        ]),
      }}
    >
      {(width) => {
        const hasVideo = bars.some(({ index }) => index >= MUSIC_BARS)
        const x = scaleBand<number>()
          .domain(bars.map(({ index }) => index))
          .range([LABEL, width - (hasVideo ? GAP : 0)])
          .paddingInner(0.35)
        const thickness = Math.min(MAX_BAR, x.bandwidth())
        const left = (index: number) => (x(index) ?? 0) + (x.bandwidth() - thickness) / 2 + (index >= MUSIC_BARS ? GAP : 0)
        // The bar under the pointer has its name first.
        const named = [...bars.filter(({ index }) => index === active), ...tallest.slice(0, NAMED)]
        const font = `600 12px ${getComputedStyle(document.body).fontFamily}`
        const labels = [...new Set(named)].map((bar) => ({
          ...bar,
          center: left(bar.index) + thickness / 2 - LABEL,
          width: textWidth(barName(i18n, bar.name), font),
        }))
        const places = placeLabels(labels, width - LABEL)
        return (
          <>
            {months.map(({ month, bars: heights }, row) => {
              const base = (row + 1) * ROW
              const y = scaleLinear()
                .domain([0, Math.max(1, ...(heights ?? []))])
                .range([0, ROW - 6])
              const isLast = row === months.length - 1
              return (
                <g key={month}>
                  <text className="wl-chart-text" data-last={isLast || undefined} x={LABEL - 10} y={base - 3} textAnchor="end">
                    {monthText(locale, month)}
                  </text>
                  <g opacity={0.5 + (0.5 * (row + 1)) / months.length}>
                    <line className="wl-chart-line" x1={LABEL} x2={width} y1={base} y2={base} />
                    {heights &&
                      bars.map(({ name, index }) => {
                        const value = heights[index] ?? 0
                        return (
                          <Bar
                            key={name}
                            title={`${rangeText(locale, { from: month, to: month }, 'month')}, ${barName(i18n, name)}: ${textOf.one(value)}`}
                            isVideo={index >= MUSIC_BARS}
                            isDim={active !== null && active !== index}
                            bar={{ x: left(index), y: base - y(value), width: thickness, height: y(value) }}
                            target={{ x: x(index), y: base - ROW, width: x.step(), height: ROW }}
                            onHover={(isHovered) => setActive(isHovered ? index : null)}
                          />
                        )
                      })}
                  </g>
                </g>
              )
            })}
            {labels.map(({ name, index, width: nameWidth }, position) => {
              const from = places[position] ?? null
              if (from === null) return null
              return (
                <text
                  key={name}
                  className="wl-chart-name"
                  data-kind={index < MUSIC_BARS ? 'music' : 'video'}
                  x={LABEL + from + nameWidth / 2}
                  y={height - 8}
                  textAnchor="middle"
                >
                  {barName(i18n, name)}
                </text>
              )
            })}
          </>
        )
      }}
    </ChartFigure>
  )
}

type Box = { x: number | undefined; y: number; width: number; height: number }
type BarProps = { title: string; isVideo: boolean; isDim: boolean; bar: Box; target: Box; onHover: (isHovered: boolean) => void }

/** A bar of one month, with a larger area for the pointer. */
function Bar({ title, isVideo, isDim, bar, target, onHover }: BarProps) {
  return (
    <g data-dim={isDim || undefined}>
      <title>{title}</title>
      <rect className={isVideo ? 'wl-chart-video' : 'wl-chart-music'} {...bar} rx={Math.min(2, bar.width / 2)} />
      <rect className="wl-chart-target" {...target} onPointerEnter={() => onHover(true)} onPointerLeave={() => onHover(false)} />
    </g>
  )
}
