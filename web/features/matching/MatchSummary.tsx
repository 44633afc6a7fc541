import { useLingui } from '@lingui/react'
import { WithLinks } from '#web/features/media/items/WithLinks.tsx'
import type { Uid } from '#contract/base/ids.ts'
import type { Match, MatchCard } from '#contract/taste/taste.ts'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { basedOnText, inCommonText, noPercentText } from './match.messages.ts'
import { MatchPrint } from './print/MatchPrint.tsx'
import { WhyButton } from './WhyButton.tsx'
import './MatchSummary.css'

export type MatchSummaryProps = { match: Match; prints: MatchCard['prints']; person: { uid: Uid; name: string } }

/** A match at a glance: figure, music and video, print, shared items and the rarest one. */
export function MatchSummary({ match, prints, person }: MatchSummaryProps) {
  const { i18n } = useLingui()
  const common = inCommonText(i18n, match)
  const basedOn = basedOnText(i18n, match)
  return (
    <div className="wl-match-summary">
      <div className="wl-match-summary-head">
        {match.percent === null ? (
          <p className="wl-muted">{noPercentText(i18n, match)}</p>
        ) : (
          <div className="wl-match-summary-figure">
            <MatchFigure percent={match.percent} size="large" />
            <WhyButton person={person} percent={match.percent} />
          </div>
        )}
        <p className="wl-match-summary-sides">
          {match.music_percent !== null && (
            <span data-side="music">
              {i18n._({ id: 'match.music', message: 'Music {percent}%', values: { percent: match.music_percent } })}
            </span>
          )}
          {match.video_percent !== null && (
            <span data-side="video">
              {i18n._({ id: 'match.video', message: 'Video {percent}%', values: { percent: match.video_percent } })}
            </span>
          )}
        </p>
      </div>
      <MatchPrint match={match} prints={prints} person={person} height={110} withLegend={false} />
      <p className="wl-dim wl-small">
        {match.rarest === null ? (
          common
        ) : (
          <WithLinks
            text={i18n._({
              id: 'match.summary.rarest',
              message: '{common}. Rarest: {rarest}',
              values: { common, rarest: match.rarest.name },
            })}
            items={[match.rarest]}
          />
        )}
        {basedOn !== null && ` · ${basedOn}`}
      </p>
    </div>
  )
}
