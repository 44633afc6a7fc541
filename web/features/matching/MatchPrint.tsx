import { useLingui } from '@lingui/react'
import type { Match, MatchCard, MatchFilter } from '#contract/taste.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { shortName } from '#web/ui/short-name.ts'
import { matchSentence } from './match.messages.ts'
import './MatchPrint.css'

export type MatchPrintProps = {
  match: Match
  prints: MatchCard['prints']
  /** Which percentage the list around it shows. */
  filter?: MatchFilter
  /** Whose print hangs below the axis. */
  person: { name: string }
  /** In the drawing's units; see TastePrint. */
  height?: number
  /** Without it the drawing stands alone, for small places where the words stand nearby. */
  withLegend?: boolean
  grow?: boolean
}

/** Two prints on one axis with the legend that says who is above and who below. */
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

/** Who is above, who below, and, where there is room, which colour both have. */
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
