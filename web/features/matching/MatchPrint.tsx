import { useLingui } from '@lingui/react'
import type { Match, MatchCard, MatchFilter } from '#contract/taste.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { shortName } from '#web/ui/short-name.ts'
import { matchSentence } from './match.messages.ts'
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
  /** Without it the drawing has no labels, for small places with a text nearby. */
  withLegend?: boolean
  grow?: boolean
}

/** Two prints on one axis with a legend. */
export function MatchPrint({ match, prints, person, filter = 'all', height = 130, withLegend = true, grow = false }: MatchPrintProps) {
  const { i18n } = useLingui()
  return (
    <figure className="wl-match-print">
      <TastePrint mine={prints.mine} theirs={prints.theirs} label={matchSentence(i18n, match, filter)} height={height} grow={grow} />
      {withLegend && (
        <figcaption aria-hidden>
          <MatchLegend person={person} />
        </figcaption>
      )}
    </figure>
  )
}

/** The legend: who is above, who is below, and the color of shared bars. */
export function MatchLegend({ person, withShared = true }: Pick<MatchPrintProps, 'person'> & { withShared?: boolean }) {
  const { i18n } = useLingui()
  return (
    <span className="wl-match-legend wl-dim">
      <span className="wl-line">
        {i18n._({ id: 'match.legend', message: 'you above · {name} below', values: { name: shortName(person) } })}
      </span>
      {withShared && (
        <span className="wl-match-legend-shared">
          <span className="wl-match-legend-dot" />
          {i18n._({ id: 'match.legend.shared', message: 'shared' })}
        </span>
      )}
    </span>
  )
}
