import { useLingui } from '@lingui/react'
import type { Match, MatchFilter } from '#contract/taste.ts'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { percentOf, noPercentText } from './match.messages.ts'
import './RankedPercent.css'

/** The percentage by which a filtered list is ranked: overall, music or video. */
export function RankedPercent({ match, filter }: { match: Match; filter: MatchFilter }) {
  const { i18n } = useLingui()
  const percent = percentOf(match, filter)
  if (percent === null) return <p className="wl-filtered-early wl-dim">{noPercentText(i18n, match)}</p>
  if (filter === 'all') return <MatchFigure percent={percent} withCaption />
  return (
    <p className="wl-filtered-figure" data-side={filter}>
      <span aria-hidden>
        <MatchFigure percent={percent} />
      </span>
      <span className="wl-dim">
        <span className="wl-hidden">{percent}% </span>
        {filter === 'music'
          ? i18n._({ id: 'match.caption.music', message: 'music match' })
          : i18n._({ id: 'match.caption.video', message: 'video match' })}
      </span>
    </p>
  )
}
