import { useLingui } from '@lingui/react'
import { scaleBand, scaleLinear } from 'd3-scale'
import type { PlayRange } from '#contract/taste/plays.ts'
import { tracksText, videosText } from '#web/pages/week/amounts.messages.ts'
import { durationText } from '#web/ui/text/duration-text.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { partsSummary, partText, tickText } from './plays.messages.ts'

const HEIGHT = 190
const AXIS = { bottom: 24, start: 36 }
/** The approximate width of a label. */
const TICK_WIDTH = 44

/** Plays by part of the range, music below video. */
export function PartBars({ range: { parts, unit } }: { range: PlayRange }) {
  const { i18n } = useLingui()
  const number = new Intl.NumberFormat(i18n.locale)
  const highest = Math.max(1, ...parts.map(({ music, video }) => music + video))
  return (
    <ChartFigure
      label={partsSummary(i18n, unit, parts)}
      height={HEIGHT}
      table={{
        head: [
          i18n._({ id: 'plays.table.time', message: 'Time' }),
          i18n._({ id: 'plays.table.music', message: 'Tracks' }),
          i18n._({ id: 'plays.table.video', message: 'Videos' }),
          i18n._({ id: 'plays.table.minutes', message: 'Time played' }),
        ],
        rows: parts.map((part) => [
          partText(i18n.locale, unit, part),
          number.format(part.music),
          number.format(part.video),
          durationText(i18n, part.seconds),
        ]),
      }}
    >
      {(width) => {
        const x = scaleBand<number>()
          .domain(parts.map((_, index) => index))
          .range([AXIS.start, width])
          .padding(parts.length > 60 ? 0 : 0.25)
        const y = scaleLinear()
          .domain([0, highest])
          .nice(4)
          .range([HEIGHT - AXIS.bottom, 8])
        const every = Math.max(1, Math.ceil(TICK_WIDTH / x.step()))
        return (
          <>
            {y
              .ticks(4)
              .filter(Number.isInteger)
              .map((tick) => (
                <g key={tick}>
                  <line className="wl-chart-line" x1={AXIS.start} x2={width} y1={y(tick)} y2={y(tick)} />
                  <text className="wl-chart-text" x={AXIS.start - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                    {number.format(tick)}
                  </text>
                </g>
              ))}
            {parts.map((part, index) => (
              <g key={part.from}>
                <title>{`${partText(i18n.locale, unit, part)}: ${tracksText(i18n, part.music)}, ${videosText(i18n, part.video)}`}</title>
                <rect className="wl-chart-music" x={x(index)} width={x.bandwidth()} y={y(part.music)} height={y(0) - y(part.music)} />
                <rect
                  className="wl-chart-video"
                  x={x(index)}
                  width={x.bandwidth()}
                  y={y(part.music + part.video)}
                  height={y(part.music) - y(part.music + part.video)}
                />
              </g>
            ))}
            {parts.map((part, index) =>
              index % every === 0 ? (
                <text key={part.from} className="wl-chart-text" textAnchor="middle" x={(x(index) ?? 0) + x.bandwidth() / 2} y={HEIGHT - 6}>
                  {tickText(i18n.locale, unit, part.from)}
                </text>
              ) : null,
            )}
          </>
        )
      }}
    </ChartFigure>
  )
}
