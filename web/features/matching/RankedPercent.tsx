import { useLingui } from '@lingui/react'
import type { PersonCard } from '#contract/people.ts'
import type { Match, MatchFilter } from '#contract/taste/taste.ts'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { percentOf, noPercentText } from './match.messages.ts'
import { WhyButton } from './WhyButton.tsx'
import './RankedPercent.css'

/** The percentage by which a filtered list is ranked, and why: overall, music or video. */
export function RankedPercent({ match, filter, person }: { match: Match; filter: MatchFilter; person: PersonCard }) {
  const { i18n } = useLingui()
  const percent = percentOf(match, filter)
  if (percent === null) return <p className="wl-ranked-early wl-dim">{noPercentText(i18n, match)}</p>
  if (filter === 'all') {
    return (
      <div className="wl-ranked-percent">
        <MatchFigure percent={percent} />
        <WhyButton person={person} percent={percent} />
      </div>
    )
  }
  return (
    <div className="wl-ranked-percent" data-side={filter}>
      <span aria-hidden>
        <MatchFigure percent={percent} />
      </span>
      <p className="wl-dim">
        <span className="wl-hidden">{percent}% </span>
        {filter === 'music'
          ? i18n._({ id: 'match.caption.music', message: 'music match' })
          : i18n._({ id: 'match.caption.video', message: 'video match' })}
      </p>
      {match.percent !== null && <WhyButton person={person} percent={match.percent} isShort />}
    </div>
  )
}
