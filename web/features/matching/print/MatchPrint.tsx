import { useRef } from 'react'
import { useLingui } from '@lingui/react'
import { IconDeviceTv, IconMusic } from '@tabler/icons-react'
import type { Match, MatchCard, MatchFilter } from '#contract/taste/taste.ts'
import { meetingBars, printBars, rankOfBar, type PrintBar } from '#web/ui/print/print-bars.ts'
import { centerOf, placeLabels } from '#web/ui/print/print-layout.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { shortName } from '#web/ui/text/short-name.ts'
import { inferredIn } from './inferred-bars.ts'
import { matchSentence } from '../match.messages.ts'
import { barName, barRanks, inferredBarText, meetingText } from './print.messages.ts'
import { useBarReading } from './use-bar-reading.ts'
import { useWidth } from './use-width.ts'
import './MatchPrint.css'

export type MatchPrintProps = {
  match: Match
  prints: MatchCard['prints']
  /** The percentage that the list shows. */
  filter?: MatchFilter
  /** The user below the axis. */
  person: { name: string }
  /** In the drawing's units; see TastePrint. */
  height?: number
  withLegend?: boolean
  grow?: boolean
}

/**
 * Two prints on one axis: a sentence that says where the two meet, and the drawing with the names of those bars. Reading a bar
 * replaces the sentence, and the height stays.
 */
export function MatchPrint({ match, prints, person, filter = 'all', height = 124, withLegend = true, grow = false }: MatchPrintProps) {
  const { i18n } = useLingui()
  const bars = printBars(prints.mine, prints.theirs)
  const meeting = meetingBars(bars)
  const pieces = meetingText(
    i18n,
    meeting.map(({ name }) => name),
  )
  const figure = useRef<HTMLElement>(null)
  const width = useWidth(figure)
  const labels = labelsThatFit(
    meeting.map((bar) => ({ bar, name: barName(i18n, bar.name), center: centerOf(bars, bars.indexOf(bar), width) })),
    width,
  )
  const name = shortName(person)
  const inferred = inferredIn(prints)
  const titleOf = (bar: PrintBar) => inferredBarText(i18n, barName(i18n, bar.name), inferred.includes(bar.index))
  const ranksOf = (bar: PrintBar) => barRanks(i18n, { mine: rankOfBar(bars, bar, 'mine'), theirs: rankOfBar(bars, bar, 'theirs') }, name)
  const { reading, bar, sliderProps } = useBarReading(bars, {
    label: matchSentence(i18n, match, filter),
    idleText: pieces.map(({ text }) => text).join(''),
    textOf: (one) => {
      const [mine, theirs] = ranksOf(one)
      const values = { what: titleOf(one), mine, theirs }
      return one.shared
        ? i18n._({ id: 'print.reading.shared', message: '{what}: {mine}, {theirs}, shared', values })
        : i18n._({ id: 'print.reading', message: '{what}: {mine}, {theirs}', values })
    },
  })
  if (match.is_hidden || bars.length === 0) return null

  return (
    <figure className="wl-match-print" ref={figure}>
      <div className="wl-meet">
        <p className="wl-meet-sentence" data-covered={bar !== undefined || undefined}>
          {pieces.map(({ text, isName }, at) => (isName ? <b key={at}>{text}</b> : text))}
        </p>
        {bar && (
          <p className="wl-meet-bar" aria-hidden>
            <b data-kind={bar.kind} data-shared={bar.shared || undefined}>
              {titleOf(bar)}
            </b>
            <span className="wl-muted wl-small">{ranksOf(bar).join(' · ')}</span>
          </p>
        )}
      </div>
      {/* An HTML range input can't contain a drawing, so the props add the role, the keys and the value as text. */}
      <div className="wl-match-print-drawing" {...sliderProps}>
        <TastePrint
          mine={prints.mine}
          theirs={prints.theirs}
          label=""
          height={height}
          grow={grow}
          reading={reading}
          named={labels.map((one) => one.bar.name)}
        />
        <PrintLabels labels={labels} />
      </div>
      {withLegend && (
        <figcaption aria-hidden>
          <MatchLegend name={name} />
        </figcaption>
      )}
    </figure>
  )
}

/** The legend: who is above, who is below, and the colors. */
function MatchLegend({ name }: { name: string }) {
  const { i18n } = useLingui()
  return (
    <span className="wl-match-legend wl-dim">
      <span className="wl-line">{i18n._({ id: 'match.legend', message: 'you above · {name} below', values: { name } })}</span>
      <span className="wl-match-legend-colors">
        <span data-kind="music">
          <IconMusic size={14} stroke={1.8} />
          {i18n._({ id: 'profile.print.music', message: 'music' })}
        </span>
        <span data-kind="video">
          <IconDeviceTv size={14} stroke={1.8} />
          {i18n._({ id: 'profile.print.video', message: 'video' })}
        </span>
        <span data-kind="shared">
          <span className="wl-match-legend-dot" />
          {i18n._({ id: 'match.legend.shared', message: 'shared' })}
        </span>
      </span>
    </span>
  )
}

/** The average width of a character of a label. */
const CHARACTER_PX = 6.4

type PrintLabel = { bar: PrintBar; name: string; left: number; width: number; align: 'left' | 'center' | 'right' }

/** The labels that fit under a drawing, the most important first. */
function labelsThatFit(candidates: readonly { bar: PrintBar; name: string; center: number }[], drawingWidth: number): PrintLabel[] {
  const sized = candidates.map((label) => ({ ...label, width: label.name.length * CHARACTER_PX }))
  const places = placeLabels(sized, drawingWidth)
  return sized.flatMap(({ bar, name, center, width }, at) => {
    const left = places[at]
    return left === null || left === undefined ? [] : [{ bar, name, left, width, align: alignmentOf(center - (left + width / 2)) }]
  })
}

// A label that was moved inside the drawing stays close to its bar.
function alignmentOf(offset: number): PrintLabel['align'] {
  if (Math.abs(offset) < 1) return 'center'
  return offset > 0 ? 'right' : 'left'
}

/** The names of bars under a drawing. */
function PrintLabels({ labels }: { labels: readonly PrintLabel[] }) {
  return (
    <div className="wl-print-labels" aria-hidden>
      {labels.map(({ bar, name, left, width, align }) => (
        <span key={bar.name} className="wl-print-label" style={{ left, width, textAlign: align }}>
          {name}
        </span>
      ))}
    </div>
  )
}
