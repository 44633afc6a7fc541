import { useLingui } from '@lingui/react'
import { shortName } from '#web/ui/text/short-name.ts'
import type { MatchInFull as Full } from '#contract/taste/taste.ts'
import { printBars } from '#web/ui/print/print-bars.ts'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { inferredIn } from './print/inferred-bars.ts'
import { basedOnItemsText, inCommonText, noPercentText } from './match.messages.ts'
import { MatchParts } from './MatchParts.tsx'
import { MatchPrint } from './print/MatchPrint.tsx'
import { PrintTable } from './print/PrintTable.tsx'
import './MatchDetails.css'

/** The full match of two users: figure, print at full width, and its parts. */
export function MatchDetails({ match: full }: { match: Full }) {
  const { i18n } = useLingui()
  const { match, prints, person, parts, closer_than } = full
  return (
    <section className="wl-card wl-match-full" aria-label={i18n._({ id: 'match.full', message: 'Your match' })}>
      <div className="wl-match-full-main">
        <div className="wl-match-full-head">
          {match.percent === null ? (
            <p className="wl-match-full-early">{noPercentText(i18n, match)}</p>
          ) : (
            <MatchFigure percent={match.percent} size="large" />
          )}
          <p className="wl-muted wl-small">
            {match.only_listeners && <span>{inCommonText(i18n, match)}</span>}
            {closer_than && (
              <span>
                {i18n._({
                  id: 'match.closer-than',
                  message: 'closer than {people, number} of {of, plural, one {# person} other {# people}}',
                  values: { people: closer_than.people, of: closer_than.of },
                })}
              </span>
            )}
            <span>{basedOnItemsText(i18n, match.based_on)}</span>
          </p>
        </div>
        <MatchPrint match={match} prints={prints} person={person} height={150} grow />
        <PrintTable bars={printBars(prints.mine, prints.theirs)} name={shortName(person)} inferred={inferredIn(prints)} />
      </div>
      <MatchParts parts={parts} percent={match.percent} />
    </section>
  )
}
