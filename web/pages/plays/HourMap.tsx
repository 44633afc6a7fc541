import { useLingui } from '@lingui/react'
import { scaleBand, scaleSqrt } from 'd3-scale'
import { playsText } from '#web/pages/week/amounts.messages.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { hourText, weekdayText } from './plays.messages.ts'

const ROW = 24
const LABEL = 44
const AXIS = 22
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const DAYS = [0, 1, 2, 3, 4, 5, 6]
const HEIGHT = ROW * DAYS.length + AXIS

/** Plays by weekday and hour: the stronger the color, the more plays. */
export function HourMap({ hours }: { hours: readonly (readonly number[])[] }) {
  const { i18n } = useLingui()
  const { locale } = i18n
  const number = new Intl.NumberFormat(locale)
  const cells = DAYS.flatMap((day) => HOURS.map((hour) => ({ day, hour, plays: hours[day]?.[hour] ?? 0 })))
  const busiest = cells.reduce((best, cell) => (cell.plays > best.plays ? cell : best))
  const place = {
    day: weekdayText(locale, busiest.day, 'long'),
    hour: hourText(locale, busiest.hour),
    plays: playsText(i18n, busiest.plays),
  }
  return (
    <ChartFigure
      label={i18n._({ id: 'plays.hours.summary', message: 'The most plays are on {day} at {hour}: {plays}.', values: place })}
      height={HEIGHT}
      table={{
        head: [i18n._({ id: 'plays.table.hour', message: 'Hour' }), ...DAYS.map((day) => weekdayText(locale, day, 'short'))],
        rows: HOURS.map((hour) => [hourText(locale, hour), ...DAYS.map((day) => number.format(hours[day]?.[hour] ?? 0))]),
      }}
    >
      {(width) => {
        const x = scaleBand<number>().domain(HOURS).range([LABEL, width]).paddingInner(0.12)
        const strength = scaleSqrt()
          .domain([0, Math.max(1, busiest.plays)])
          .range([0, 1])
        const every = x.step() * 3 < 34 ? 6 : 3
        return (
          <>
            {DAYS.map((day) => (
              <text key={day} className="wl-chart-text" x={LABEL - 8} y={day * ROW + ROW / 2} dy="0.35em" textAnchor="end">
                {weekdayText(locale, day, 'short')}
              </text>
            ))}
            {cells.map(({ day, hour, plays }) => (
              <g key={`${day} ${hour}`}>
                <title>{`${weekdayText(locale, day, 'long')}, ${hourText(locale, hour)}: ${playsText(i18n, plays)}`}</title>
                <rect className="wl-chart-cell" x={x(hour)} y={day * ROW + 1} width={x.bandwidth()} height={ROW - 3} rx={3} />
                <rect
                  className="wl-chart-music"
                  x={x(hour)}
                  y={day * ROW + 1}
                  width={x.bandwidth()}
                  height={ROW - 3}
                  rx={3}
                  opacity={strength(plays)}
                />
              </g>
            ))}
            {HOURS.filter((hour) => hour % every === 0).map((hour) => (
              <text key={hour} className="wl-chart-text" x={x(hour)} y={HEIGHT - 5}>
                {number.format(hour)}
              </text>
            ))}
          </>
        )
      }}
    </ChartFigure>
  )
}
