import { useLingui } from '@lingui/react'
import { shortName } from '#web/ui/short-name.ts'
import type { MatchInFull as Full } from '#contract/taste.ts'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { inferredIn } from './inferred-bars.ts'
import { inCommonText, matchSentence, noPercentText } from './match.messages.ts'
import { MatchParts } from './MatchParts.tsx'
import { MatchLegend } from './MatchPrint.tsx'
import { ReadablePrint } from './ReadablePrint.tsx'
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
            <span>
              {i18n._({
                id: 'match.based-on',
                message:
                  'based on {artists, plural, one {# artist} other {# artists}} and {channels, plural, one {# channel} other {# channels}}',
                values: match.based_on,
              })}
            </span>
          </p>
        </div>
        <ReadablePrint
          mine={prints.mine}
          theirs={prints.theirs}
          name={shortName(person)}
          label={matchSentence(i18n, match)}
          height={150}
          grow
          inferred={inferredIn(prints)}
          idle={<MatchLegend person={person} />}
        />
      </div>
      <MatchParts parts={parts} percent={match.percent} />
    </section>
  )
}
