import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { recapCalls } from '#contract/taste/recaps.ts'
import { freshText, playsText, spanText } from '#web/pages/week/amounts.messages.ts'
import { SEPARATOR, totalText } from '#web/features/media/items/length-text.ts'
import { callApi } from '#web/platform/api-client.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useKnown, type Turn } from './use-turns.ts'
import './WeekCard.css'

const HOUR_MS = 3_600_000

/** The last week, from Monday morning to Wednesday. */
export function WeekCard({ turn }: { turn: Turn }) {
  const { i18n } = useLingui()
  const { data, isPending } = useQuery({
    queryKey: ['week card'],
    queryFn: () => callApi(recapCalls.openWeekCard, { body: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }),
    staleTime: HOUR_MS,
  })
  useKnown(turn, !isPending)
  if (!turn.isOn || !data?.card) return null
  const { from, to, length, plays, fresh, top } = data.card
  return (
    <section className="wl-card wl-week-card" aria-label={i18n._({ id: 'week.title', message: 'Your week' })}>
      {top && (
        <span className="wl-week-card-art">
          <Artwork id={top.id} kind={top.kind} />
        </span>
      )}
      <div className="wl-week-card-text">
        <h2>{i18n._({ id: 'week.card.title', message: 'Your week is ready' })}</h2>
        <p className="wl-muted">
          {[spanText(i18n.locale, from, to), length ? totalText(i18n, length) : playsText(i18n, plays)].join(SEPARATOR)}
          {fresh > 0 && `${SEPARATOR}${freshText(i18n, fresh)}`}
        </p>
      </div>
      <Button component={Link} to="/week">
        {i18n._({ id: 'week.card.open', message: 'See your week' })}
      </Button>
    </section>
  )
}
