import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { scaleLinear, scalePoint } from 'd3-scale'
import { curveBumpX, line } from 'd3-shape'
import type { PlayRange, PlayUnit } from '#contract/taste/plays.ts'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import { partText, tickText } from './plays.messages.ts'

/** The number of ranks that are drawn. */
const PLACES = 10
const ROW = 28
const TOP_MARGIN = 16
const START = 30
const END = 18
const AXIS = 40
/** Places with a line and a number. */
const MARKED = [1, 5, 10]
const TICK_WIDTH = 46

/** How the places of the most played artists and channels rise and fall. A name in the list lights up its line. */
export function Ranks({ ranks: { parts, items }, unit }: { ranks: PlayRange['ranks']; unit: PlayUnit }) {
  const { i18n } = useLingui()
  const { locale } = i18n
  const [active, setActive] = useState<string | null>(null)
  const number = new Intl.NumberFormat(locale)
  const lowest = Math.min(PLACES, Math.max(2, ...items.flatMap(({ places }) => places.map((place) => place ?? 0))))
  const height = TOP_MARGIN + (lowest - 1) * ROW + AXIS
  const names = items.map(({ item }) => item.name)
  return (
    <div className="wl-ranks">
      <ChartFigure
        label={i18n._({
          id: 'plays.ranks.summary',
          message: 'Rankings over time: {names}.',
          values: { names: new Intl.ListFormat(locale, { type: 'unit' }).format(names) },
        })}
        height={height}
        table={{
          head: [i18n._({ id: 'plays.table.name', message: 'Name' }), ...parts.map((part) => partText(locale, unit, part))],
          rows: items.map(({ item, places }) => [item.name, ...places.map((place) => (place === null ? '–' : number.format(place)))]),
        }}
      >
        {(width) => {
          const x = scalePoint<number>()
            .domain(parts.map((_, index) => index))
            .range([START + 12, width - END])
          const y = scaleLinear()
            .domain([1, lowest])
            .range([TOP_MARGIN, TOP_MARGIN + (lowest - 1) * ROW])
          const draw = line<number | null>()
            .defined((place) => place !== null && place <= PLACES)
            .x((_, index) => x(index) ?? 0)
            .y((place) => y(place ?? PLACES))
            .curve(curveBumpX)
          const every = Math.max(1, Math.ceil(TICK_WIDTH / (x.step() || width)))
          return (
            <>
              {MARKED.filter((place) => place <= lowest).map((place) => (
                <g key={place}>
                  <line className="wl-chart-line" x1={START} x2={width} y1={y(place)} y2={y(place)} />
                  <text className="wl-chart-text" x={START - 8} y={y(place)} dy="0.35em" textAnchor="end">
                    {number.format(place)}
                  </text>
                </g>
              ))}
              {items.map(({ item, places }, order) => {
                const last = places.findLastIndex((place) => place !== null && place <= PLACES)
                const index = places[last]
                return (
                  <g
                    key={item.id}
                    className="wl-ranks-line"
                    data-side={sideOf(item.kind)}
                    data-state={active === null ? undefined : active === item.id ? 'active' : 'dim'}
                  >
                    <title>{item.name}</title>
                    <path d={draw(places) ?? ''} fill="none" />
                    {places.map((place, part) =>
                      place !== null && place <= PLACES ? (
                        <circle key={parts[part]?.from} cx={x(part)} cy={y(place)} r={part === last ? 10 : 3.5} />
                      ) : null,
                    )}
                    {index !== undefined && index !== null && (
                      <text className="wl-ranks-number" x={x(last)} y={y(index)} dy="0.35em" textAnchor="middle">
                        {number.format(order + 1)}
                      </text>
                    )}
                  </g>
                )
              })}
              {parts.map((part, index) =>
                index % every === 0 ? (
                  <text
                    key={part.from}
                    className="wl-chart-text"
                    x={x(index)}
                    y={height - 4}
                    textAnchor={index > 0 && index === parts.length - 1 ? 'end' : 'middle'}
                  >
                    {tickText(locale, unit, part.from)}
                  </text>
                ) : null,
              )}
            </>
          )
        }}
      </ChartFigure>
      <Names items={items} active={active} onChange={setActive} />
    </div>
  )
}

type NamesProps = { items: PlayRange['ranks']['items']; active: string | null; onChange: (id: string | null) => void }

/** The names of the lines, in order. */
function Names({ items, active, onChange }: NamesProps) {
  const { i18n } = useLingui()
  const number = new Intl.NumberFormat(i18n.locale)
  return (
    <ol className="wl-ranks-names">
      {items.map(({ item }, order) => (
        <li key={item.id} data-side={sideOf(item.kind)}>
          <button
            type="button"
            aria-pressed={active === item.id}
            aria-label={i18n._({ id: 'plays.ranks.line', message: 'Highlight the line of {name}', values: { name: item.name } })}
            onPointerEnter={() => onChange(item.id)}
            onPointerLeave={() => onChange(null)}
            onClick={() => onChange(item.id)}
            onBlur={() => onChange(null)}
          >
            <span className="wl-ranks-dot" aria-hidden>
              {number.format(order + 1)}
            </span>
          </button>
          <span className="wl-line">
            <ItemName item={item} />
          </span>
        </li>
      ))}
    </ol>
  )
}
