import { useLingui } from '@lingui/react'
import type { MatchCard, MatchFilter } from '#contract/taste.ts'
import { shortName } from '#web/ui/short-name.ts'
import { inferredIn } from './inferred-bars.ts'
import { matchSentence } from './match.messages.ts'
import { MatchLegend } from './MatchPrint.tsx'
import { ReadablePrint } from './ReadablePrint.tsx'
import './CardPrint.css'

type CardPrintProps = { card: MatchCard; filter: MatchFilter; focused: boolean }

/** The print of a card in its readable version: with pointer, keys and table. */
export function CardPrint({ card: { match, prints, person }, filter, focused }: CardPrintProps) {
  const { i18n } = useLingui()
  return (
    <figure className="wl-match-print wl-card-print">
      <ReadablePrint
        mine={prints.mine}
        theirs={prints.theirs}
        name={shortName(person)}
        label={matchSentence(i18n, match, filter)}
        inferred={inferredIn(prints)}
        idle={<MatchLegend person={person} withShared={false} />}
        focused={focused}
      />
    </figure>
  )
}
