import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconChevronLeft, IconChevronRight, IconEyeOff } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from 'react-router'
import { playCalls, type PlayRange, type PlayUnit, type RangeItem, playUnits } from '#contract/taste/plays.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import { playsText, tracksText, videosText } from '#web/pages/week/amounts.messages.ts'
import { comparedText } from '#web/pages/week/week.messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { DayFields } from './DayFields.tsx'
import { HourMap } from './HourMap.tsx'
import { PartBars } from './PartBars.tsx'
import { rangeText, unitText, timeText, countsText, firstText } from './plays.messages.ts'
import { Ranks } from './Ranks.tsx'
import { isRange, moved, pathOf, presetOf, rangeAround, rangeOfPath, today, type Preset, type Range } from './ranges.ts'
import { Ridgeline } from './Ridgeline.tsx'
import { SinglePlays } from './SinglePlays.tsx'
import './plays.css'
import { ItemLines } from './ItemLines.tsx'
import { ItemActions } from '#web/features/media/items/ItemActions.tsx'
import { headingText } from '#web/features/media/items/length-text.ts'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { setPrivateSession, showItem, hideItem } from './plays.commands.ts'
import { Artwork } from '#web/ui/Artwork.tsx'

/** `/plays/:range?`: the viewer's plays in any range of days; this year without one. Nobody else can open it. */
export function PlaysPage() {
  const { i18n } = useLingui()
  const { range: rangeParam } = useParams()
  const [unit, setUnit] = useState<PlayUnit | null>(null)
  const now = today()
  const range: Range = rangeParam === undefined ? rangeAround(now, 'year') : rangeOfPath(rangeParam)
  const isValid = isRange(range)
  // Future days have no plays, so they would distort the comparison with the previous range.
  const end = range.to > now && range.from <= now ? now : range.to
  const query = { from: range.from, to: end, ...(unit === null ? {} : { by: unit }) }
  const { data, error, refetch } = useCall(playCalls.getPlays, { query }, { enabled: isValid })
  if (!isValid || error?.failure.code === 'invalid_input') return <NotFoundPage />
  const span = data?.span ?? null
  return (
    <div className="wl-plays">
      <PageHeader
        title={i18n._({ id: 'plays.title', message: 'Your plays' })}
        lead={i18n._({
          id: 'week.lead',
          message: '{span} · only you see this',
          values: { span: rangeText(i18n.locale, range, presetOf(range)) },
        })}
        aside={<RangePicker range={range} span={span} />}
      />
      {error && !data && <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />}
      {!error && !data && <CardSkeleton blockHeight={240} />}
      {data && (data.span === null ? <NoPlays /> : <Content range={data} preset={presetOf(range)} onUnit={setUnit} />)}
      <PlaysPrivacy />
    </div>
  )
}

type Choice = Preset | 'all' | 'other'

function RangePicker({ range, span }: { range: Range; span: Range | null }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const isAll = span !== null && span.from === range.from && span.to === range.to
  const [isOther, setOther] = useState(false)
  const preset = presetOf(range)
  const choice: Choice = isOther ? 'other' : isAll ? 'all' : (preset ?? 'other')
  const open = (next: Range) => void navigate(pathOf(next))
  const handleChoice = (next: Choice) => {
    setOther(next === 'other')
    if (next === 'all' && span) open(span)
    else if (next !== 'all' && next !== 'other') open(rangeAround(range.to > today() ? today() : range.to, next))
  }
  return (
    <div className="wl-plays-picker">
      <SegmentedControl<Choice>
        aria-label={i18n._({ id: 'plays.range', message: 'Range' })}
        radius="xl"
        value={choice}
        onChange={handleChoice}
        data={[
          { value: 'week', label: i18n._({ id: 'plays.range.week', message: 'Week' }) },
          { value: 'month', label: i18n._({ id: 'plays.range.month', message: 'Month' }) },
          { value: 'year', label: i18n._({ id: 'plays.range.year', message: 'Year' }) },
          { value: 'all', label: i18n._({ id: 'plays.range.all', message: 'All' }), disabled: span === null },
          { value: 'other', label: i18n._({ id: 'plays.range.other', message: 'Days' }) },
        ]}
      />
      <Button
        component={Link}
        to={pathOf(moved(range, -1))}
        variant="default"
        aria-label={i18n._({ id: 'plays.older', message: 'Earlier' })}
      >
        <IconChevronLeft className="wl-plays-arrow" size={20} aria-hidden />
      </Button>
      {range.to < today() && (
        <Button
          component={Link}
          to={pathOf(moved(range, 1))}
          variant="default"
          aria-label={i18n._({ id: 'plays.newer', message: 'Later' })}
        >
          <IconChevronRight className="wl-plays-arrow" size={20} aria-hidden />
        </Button>
      )}
      {choice === 'other' && <DayFields key={pathOf(range)} range={range} onChange={open} />}
    </div>
  )
}

function TasteTimeLink() {
  const { i18n } = useLingui()
  const uid = useMyUid()
  if (!uid) return null
  return (
    <Link className="wl-link" to={`/profile/${uid}/time`}>
      {i18n._({ id: 'time.open', message: 'Your taste over time' })}
    </Link>
  )
}

function NoPlays() {
  const { i18n } = useLingui()
  return (
    <EmptyState next={{ to: '/social_connect', label: i18n._({ id: 'week.quiet.connect', message: 'Connect an account' }) }}>
      {i18n._({ id: 'plays.none', message: 'No plays yet. Import your history, or connect Spotify, Last.fm, or ListenBrainz.' })}
    </EmptyState>
  )
}

type ContentProps = { range: PlayRange; preset: Preset | null; onUnit: (unit: PlayUnit) => void }

function Content({ range, preset, onUnit }: ContentProps) {
  const { i18n } = useLingui()
  const { music, video, length, before, unit, hours, months, ranks } = range
  const plays = music + video
  if (plays === 0)
    return (
      <section className="wl-card wl-plays-card">
        <p className="wl-muted">{i18n._({ id: 'plays.none.here', message: 'No plays in this range.' })}</p>
      </section>
    )
  const compared = before && comparedText(i18n, preset ?? 'range', before.plays)
  const hasHours = hours.some((ofDay) => ofDay.some((count) => count > 0))
  const hasBars = months.some(({ bars }) => bars.some((count) => count > 0))
  return (
    <>
      <section className="wl-card wl-plays-card">
        <SectionHeader title={i18n._({ id: 'week.played', message: 'You played' })}>
          <NativeSelect
            aria-label={i18n._({ id: 'plays.by', message: 'Group by' })}
            value={unit}
            onChange={(event) => onUnit(playUnits.find((value) => value === event.currentTarget.value) ?? unit)}
            data={playUnits.map((value) => ({ value, label: unitText(i18n, value) }))}
          />
        </SectionHeader>
        <p className="wl-plays-total">{length ? headingText(i18n, length) : playsText(i18n, plays)}</p>
        <p className="wl-muted">
          {[music > 0 ? tracksText(i18n, music) : null, video > 0 ? videosText(i18n, video) : null].filter(Boolean).join(' · ')}
        </p>
        {compared !== null && <p className="wl-dim wl-small">{compared}</p>}
        <PartBars range={range} />
      </section>
      <div className="wl-plays-grid">
        <Tops title={i18n._({ id: 'week.top.artists', message: 'Artists' })} items={range.artists} />
        <Tops title={i18n._({ id: 'week.top.tracks', message: 'Tracks' })} items={range.tracks} />
        <Tops title={i18n._({ id: 'week.top.channels', message: 'Channels' })} items={range.channels} />
        <Tops title={i18n._({ id: 'plays.top.videos', message: 'Videos' })} items={range.videos} />
      </div>
      {hasHours && (
        <section className="wl-card wl-plays-card">
          <SectionHeader title={i18n._({ id: 'plays.hours', message: 'When you play' })} />
          <HourMap hours={hours} />
          {range.without_hour > 0 && (
            <p className="wl-dim wl-small">
              {i18n._({
                id: 'plays.hours.unknown',
                message: '{count, plural, one {The hour of # play is unknown.} other {The hour of # plays is unknown.}}',
                values: { count: range.without_hour },
              })}
            </p>
          )}
        </section>
      )}
      {hasBars && (
        <section className="wl-card wl-plays-card">
          <SectionHeader title={i18n._({ id: 'plays.bars', message: 'Genres and topics by month' })} />
          <Ridgeline
            months={months}
            label={(names) =>
              i18n._({
                id: 'plays.bars.summary',
                message: 'Your genres and topics by month. The tallest: {names}.',
                values: { names },
              })
            }
            textOf={{ total: (count) => playsText(i18n, count), one: (count) => playsText(i18n, count) }}
          />
          <TasteTimeLink />
        </section>
      )}
      {ranks.parts.length > 1 && ranks.items.length > 1 && (
        <section className="wl-card wl-plays-card">
          <SectionHeader title={i18n._({ id: 'plays.ranks', message: 'Up and down' })} />
          <Ranks ranks={ranks} unit={ranks.parts.length === range.parts.length ? unit : 'month'} />
        </section>
      )}
      <SinglePlays key={`${range.from} ${range.to}`} range={range} />
    </>
  )
}

const HOURS = [1, 6, 24] as const

/** The private session, and the items that the user hides from their plays. */
function PlaysPrivacy() {
  const { i18n } = useLingui()
  const { data } = useCall(playCalls.getPlaySettings)
  const now = useNow()
  if (!data) return null
  const { private_until: until, hidden } = data
  const isPrivate = until !== null && Date.parse(until) > now
  return (
    <section className="wl-card wl-plays-card">
      <SectionHeader title={i18n._({ id: 'plays.private', message: 'Private session' })} />
      <output className="wl-muted">
        {isPrivate
          ? i18n._({
              id: 'plays.private.on',
              message: 'On until {time}. What you play until then isn’t counted.',
              values: { time: timeText(i18n.locale, until) },
            })
          : i18n._({ id: 'plays.private.text', message: 'While it is on, what you play on your accounts isn’t counted here.' })}
      </output>
      <div className="wl-plays-actions">
        {isPrivate ? (
          <Button variant="default" onClick={() => void setPrivateSession(0)}>
            {i18n._({ id: 'plays.private.end', message: 'End the private session' })}
          </Button>
        ) : (
          HOURS.map((hours) => (
            <Button key={hours} variant="default" onClick={() => void setPrivateSession(hours)}>
              {i18n._({
                id: 'plays.private.start',
                message: '{hours, plural, one {For # hour} other {For # hours}}',
                values: { hours },
              })}
            </Button>
          ))
        )}
      </div>
      {hidden.length > 0 && (
        <>
          <h3>{i18n._({ id: 'plays.hidden', message: 'Hidden from your plays' })}</h3>
          <ul className="wl-plays-list">
            {hidden.map((item) => (
              <li key={item.id}>
                <ItemLines item={item} />
                <Button
                  variant="default"
                  size="sm"
                  aria-label={i18n._({ id: 'plays.hidden.show-name', message: 'Show {name} again', values: { name: item.name } })}
                  onClick={() => void showItem(item.id)}
                >
                  {i18n._({ id: 'plays.hidden.show', message: 'Show again' })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The most played items of a kind, with the day of the first play. */
function Tops({ title, items }: { title: string; items: readonly RangeItem[] }) {
  const { i18n } = useLingui()
  if (items.length === 0) return null
  const change = new Intl.NumberFormat(i18n.locale, { signDisplay: 'always' })
  return (
    <section className="wl-card wl-plays-card" aria-label={title}>
      <SectionHeader title={title}>
        <PlayAll items={items.map(({ item }) => item)} of={title} />
      </SectionHeader>
      <ol className="wl-plays-list">
        {items.map(({ item, plays, seconds, before, first }) => (
          <li key={item.id}>
            <Artwork id={item.id} kind={item.kind} size={40} />
            <ItemLines item={item}>
              <span className="wl-dim wl-small">
                {countsText(i18n, plays, seconds)}
                {before !== null && before > 0 && before !== plays && (
                  <>
                    {' · '}
                    <span className="wl-plays-change" data-up={plays > before || undefined}>
                      {change.format(plays - before)}
                    </span>
                  </>
                )}
              </span>
              {first !== null && <span className="wl-dim wl-small wl-plays-first">{firstText(i18n, first)}</span>}
            </ItemLines>
            <ItemActions
              item={item}
              more={[
                {
                  icon: IconEyeOff,
                  label: i18n._({ id: 'plays.hide', message: 'Hide from your plays' }),
                  act: () => void hideItem(item.id),
                },
              ]}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
