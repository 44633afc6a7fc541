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
import { MeetingText } from './MeetingText.tsx'
import { barRanks, inferredBarText } from './bar-reading.messages.ts'
import { barName, meetingText } from './print.messages.ts'
import { useBarReading } from './use-bar-reading.ts'
import { useChildWidths, useWidth } from './use-width.ts'
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
  const names = meeting.map((entry) => barName(i18n, entry.name))
  const [measureLabels, widths] = useChildWidths()
  // The most important names first; one that is not measured yet has no room.
  const places = placeLabels(
    meeting.map((entry, index) => ({ center: centerOf(bars, bars.indexOf(entry), width), width: widths[index] ?? Infinity })),
    width,
  )
  const name = shortName(person)
  const inferred = inferredIn(prints)
  const titleOf = (bar: PrintBar) => inferredBarText(i18n, barName(i18n, bar.name), inferred.includes(bar.index))
  const ranksOf = (bar: PrintBar) => barRanks(i18n, { mine: rankOfBar(bars, bar, 'mine'), theirs: rankOfBar(bars, bar, 'theirs') }, name)
  const { reading, bar, sliderProps } = useBarReading(bars, {
    label: matchSentence(i18n, match, filter),
    idleText: pieces.map(({ text }) => text).join(''),
    textOf: (entry) => {
      const [mine, theirs] = ranksOf(entry)
      const values = { what: titleOf(entry), mine, theirs }
      return entry.shared
        ? i18n._({ id: 'print.reading.shared', message: '{what}: {mine}, {theirs}, shared', values })
        : i18n._({ id: 'print.reading', message: '{what}: {mine}, {theirs}', values })
    },
  })
  if (match.is_hidden || bars.length === 0) return null

  return (
    <figure className="wl-match-print" ref={figure}>
      <div className="wl-meet">
        <p className="wl-meet-sentence" data-covered={bar !== undefined || undefined}>
          <MeetingText pieces={pieces} />
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
          named={meeting.flatMap((entry, index) => (places[index] === null ? [] : entry.name))}
        />
        <div key={names.join()} className="wl-print-labels" ref={measureLabels} aria-hidden>
          {names.map((entry, index) => {
            const left = places[index] ?? null
            return (
              <span key={entry} className="wl-print-label" data-left-out={left === null || undefined} style={{ left: left ?? 0 }}>
                {entry}
              </span>
            )
          })}
        </div>
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
