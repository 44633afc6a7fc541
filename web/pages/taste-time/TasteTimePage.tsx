import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Navigate, Link } from 'react-router'
import { tasteTimeCalls, type Era, type PassingItem, type TasteOverTime, type TasteChange } from '#contract/taste/taste-time.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { barName, barNameInSentence } from '#web/features/matching/print/print.messages.ts'
import { ItemLines } from '#web/pages/plays/ItemLines.tsx'
import { ItemActions } from '#web/features/media/items/ItemActions.tsx'
import { WithLinks } from '#web/features/media/items/WithLinks.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { ProfileAddress } from '#web/pages/profile/ProfileAddress.tsx'
import { Ridgeline } from '#web/pages/plays/Ridgeline.tsx'
import { dateText } from '#web/pages/plays/plays.messages.ts'
import { playsText, videosText } from '#web/pages/week/amounts.messages.ts'
import { useCall } from '#web/platform/query.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import '#web/pages/plays/plays.css'
import './taste-time.css'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { I18n } from '@lingui/core'
import { PRINT_BARS, MUSIC_BARS, type Genre, type Topic } from '#contract/taste/print.ts'

/** `/profile/:user_id/time`: the user's own print by month. Of another person it is the match, which has its own page. */
export function TasteTimePage() {
  const me = useMyUid()
  return (
    <ProfileAddress>
      {(uid) => (me === null || uid === me ? <OwnTime /> : <Navigate to={`/view-connection/${uid}`} replace />)}
    </ProfileAddress>
  )
}

const YEAR_MONTHS = 12
/** The headline needs months to compare. */
const MIN_MONTHS = 3
const MAX_HEIGHT = 620
/** Rows of "What changed". */
const MOVES = 5

type Span = 'year' | 'all'

function OwnTime() {
  const { i18n } = useLingui()
  const [span, setSpan] = useState<Span>('year')
  const { data, error, refetch } = useCall(tasteTimeCalls.getTasteOverTime, {})
  return (
    <div className="wl-plays">
      <PageHeader
        title={i18n._({ id: 'time.open', message: 'Your taste over time' })}
        lead={data ? leadText(i18n, data) : undefined}
        {...(data && data.months.length > YEAR_MONTHS ? { aside: <SpanPicker span={span} onChange={setSpan} /> } : {})}
      />
      {error && !data && <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />}
      {!error && !data && <CardSkeleton blockHeight={480} />}
      {data && (data.months.length === 0 ? <NoMonths /> : <Content time={data} span={span} />)}
    </div>
  )
}

function SpanPicker({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const { i18n } = useLingui()
  return (
    <SegmentedControl<Span>
      aria-label={i18n._({ id: 'plays.range', message: 'Range' })}
      radius="xl"
      value={span}
      onChange={onChange}
      data={[
        { value: 'year', label: i18n._({ id: 'time.year', message: '12 months' }) },
        { value: 'all', label: i18n._({ id: 'plays.range.all', message: 'All' }) },
      ]}
    />
  )
}

function NoMonths() {
  const { i18n } = useLingui()
  return (
    <EmptyState next={{ to: '/social_connect', label: i18n._({ id: 'week.quiet.connect', message: 'Connect an account' }) }}>
      {i18n._({ id: 'time.none', message: 'Nothing to compare yet. Connect an account, or import your history to see the past at once.' })}
    </EmptyState>
  )
}

function Content({ time, span }: { time: TasteOverTime; span: Span }) {
  const { i18n } = useLingui()
  const number = new Intl.NumberFormat(i18n.locale)
  const months = span === 'year' ? time.months.slice(-YEAR_MONTHS) : time.months
  const moves = movesOf(months)
  const first = months[0]?.month ?? ''
  const eras = time.eras.filter(({ to }) => to >= first)
  return (
    <div className="wl-time-grid">
      <section className="wl-card wl-plays-card">
        <SectionHeader title={headlineText(i18n, moves)} />
        <Ridgeline
          months={months}
          maxHeight={MAX_HEIGHT}
          label={(names) =>
            i18n._({ id: 'time.print.summary', message: 'Your taste print by month. The tallest bars: {names}.', values: { names } })
          }
          textOf={{ total: null, one: (height) => number.format(height) }}
        />
        <p className="wl-dim wl-small">{i18n._({ id: 'time.print.scale', message: 'The tallest bar of each month is 100.' })}</p>
        {months.length < MIN_MONTHS && (
          <p className="wl-muted">
            {i18n._({ id: 'time.soon', message: 'A line is added every month. From the third month on, you’ll see what moved.' })}
          </p>
        )}
      </section>
      <div className="wl-time-side">
        {moves.length > 0 && <Moves moves={moves.slice(0, MOVES)} />}
        {eras.length > 0 && months.length >= MIN_MONTHS && <Eras eras={eras} />}
        <Changes />
      </div>
      <Passing
        title={i18n._({ id: 'time.came', message: 'New and here to stay' })}
        items={time.came}
        textOf={({ first: day }) =>
          day === null ? null : i18n._({ id: 'time.since', message: 'Since {date}', values: { date: dateText(i18n.locale, day) } })
        }
      />
      <Passing
        title={i18n._({ id: 'time.went', message: 'You’ve stopped playing' })}
        items={time.went}
        textOf={({ last: day }) =>
          day === null ? null : i18n._({ id: 'time.until', message: 'Last played on {date}', values: { date: dateText(i18n.locale, day) } })
        }
      />
    </div>
  )
}

/** Each bar at the beginning and at the end, as numbers and as a line between them. */
function Moves({ moves }: { moves: readonly Move[] }) {
  const { i18n } = useLingui()
  const number = new Intl.NumberFormat(i18n.locale)
  return (
    <section className="wl-card wl-plays-card">
      <SectionHeader title={i18n._({ id: 'time.moves', message: 'What changed' })} />
      <table className="wl-time-moves">
        <thead className="wl-hidden">
          <tr>
            <th scope="col">{i18n._({ id: 'print.table.what', message: 'Kind' })}</th>
            <th scope="col">{i18n._({ id: 'time.moves.before', message: 'Before' })}</th>
            <th scope="col">{i18n._({ id: 'time.moves.now', message: 'Now' })}</th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ bar, isMusic, before, now }) => (
            <tr key={bar} data-side={isMusic ? 'music' : 'video'} data-fell={now < before || undefined}>
              <th scope="row">
                {barName(i18n, bar)}
                <span className="wl-time-way" style={{ insetInline: `${Math.min(before, now)}% ${100 - Math.max(before, now)}%` }} />
              </th>
              <td className="wl-dim">{number.format(before)}</td>
              <td>
                <b>{number.format(now)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Eras({ eras }: { eras: readonly Era[] }) {
  const { i18n } = useLingui()
  return (
    <section className="wl-card wl-plays-card">
      <SectionHeader title={i18n._({ id: 'time.eras', message: 'Your eras' })} />
      <ol className="wl-time-eras">
        {eras.toReversed().map((era) => (
          <li key={era.from}>
            <strong>{eraName(i18n, era)}</strong>
            <span className="wl-dim wl-small">
              {monthsText(i18n.locale, era.from, era.to)}
              {' · '}
              {i18n._({
                id: 'time.era.months',
                message: '{count, plural, one {# month} other {# months}}',
                values: { count: monthCount(era.from, era.to) },
              })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type PassingProps = { title: string; items: readonly PassingItem[]; textOf: (item: PassingItem) => string | null }

function Passing({ title, items, textOf }: PassingProps) {
  const { i18n } = useLingui()
  if (items.length === 0) return null
  return (
    <section className="wl-card wl-plays-card" aria-label={title}>
      <SectionHeader title={title}>
        <PlayAll items={items.map(({ item }) => item)} of={title} />
      </SectionHeader>
      <ul className="wl-plays-list">
        {items.map((entry) => (
          <li key={entry.item.id}>
            <Artwork id={entry.item.id} kind={entry.item.kind} size={40} />
            <ItemLines item={entry.item}>
              <span className="wl-dim wl-small">{[textOf(entry), playsText(i18n, entry.plays)].filter(Boolean).join(' · ')}</span>
            </ItemLines>
            <ItemActions item={entry.item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Buddies who changed what the viewer plays, and those whom the viewer changed. Nothing while it loads or fails: the page is complete without it. */
function Changes() {
  const { i18n } = useLingui()
  const { data } = useCall(tasteTimeCalls.getTasteChanges, {})
  if (!data) return null
  return (
    <>
      <People
        title={i18n._({ id: 'time.changed-you', message: 'People who changed you' })}
        changes={data.changed_you}
        textOf={(change) => broughtText(i18n, change)}
      />
      <People
        title={i18n._({ id: 'time.you-changed', message: 'People you changed' })}
        changes={data.you_changed}
        textOf={(change) => changedText(i18n, change)}
      />
    </>
  )
}

type PeopleProps = { title: string; changes: readonly TasteChange[]; textOf: (change: TasteChange) => string }

function People({ title, changes, textOf }: PeopleProps) {
  const { i18n } = useLingui()
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent', signDisplay: 'always' })
  if (changes.length === 0) return null
  return (
    <section className="wl-card wl-plays-card" aria-label={title}>
      <SectionHeader title={title} />
      <ul className="wl-plays-list">
        {changes.map((change) => (
          <li key={change.person.uid}>
            <Avatar person={change.person} size={40} />
            <span className="wl-plays-text">
              <Link className="wl-item-name" to={`/view-connection/${change.person.uid}`}>
                <strong className="wl-line">{change.person.name}</strong>
              </Link>
              <span className="wl-dim wl-small">
                <WithLinks text={textOf(change)} items={[change.item]} />
              </span>
            </span>
            <strong className="wl-time-points">{percent.format(change.points / 100)}</strong>
          </li>
        ))}
      </ul>
      <p className="wl-dim wl-small">{i18n._({ id: 'time.changed.scale', message: 'Share of plays in the last 12 months.' })}</p>
    </section>
  )
}

/** "March – August 2025". */
function monthsText(locale: string, from: string, to: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

const leadText = (i18n: I18n, { music, video }: Pick<TasteOverTime, 'music' | 'video'>): string =>
  music + video === 0
    ? i18n._({ id: 'time.lead.none', message: 'Month by month · only you see this' })
    : i18n._({
        id: 'time.lead',
        message: 'Month by month, from {plays} and {videos} · only you see this',
        values: { plays: playsText(i18n, music), videos: videosText(i18n, video) },
      })

/** "From indie rock to house", or "More house" if nothing made room for it. */
function headlineText(i18n: I18n, moves: readonly Move[]): string {
  const { from, to } = headline(moves)
  const name = ({ bar }: Move) => barNameInSentence(i18n, bar)
  if (from && to) return i18n._({ id: 'time.print.moved', message: 'From {from} to {to}', values: { from: name(from), to: name(to) } })
  if (to) return i18n._({ id: 'time.print.rose', message: 'More and more {to}', values: { to: name(to) } })
  if (from) return i18n._({ id: 'time.print.fell', message: 'Less and less {from}', values: { from: name(from) } })
  return i18n._({ id: 'time.print', message: 'Your print by month' })
}

/** "Got you into House: 9 artists or channels", or without a bar "Introduced you to 9 artists or channels". */
function broughtText(i18n: I18n, { bar, makers }: Pick<TasteChange, 'bar' | 'makers'>): string {
  const name = bar === null ? undefined : PRINT_BARS[bar]
  const count = i18n._({
    id: 'time.changed.makers',
    message: '{count, plural, one {# artist or channel} other {# artists or channels}}',
    values: { count: makers },
  })
  return name === undefined
    ? i18n._({ id: 'time.changed.count', message: 'Introduced you to {count}', values: { count } })
    : i18n._({ id: 'time.changed.bar', message: 'Got you into {bar}: {count}', values: { bar: barName(i18n, name), count } })
}

const changedText = (i18n: I18n, { item }: Pick<TasteChange, 'item'>): string =>
  i18n._({ id: 'time.changed.item', message: 'Got into {item} through you', values: { item: item.name } })

/** An era is named by the bars that stand out. */
function eraName(i18n: I18n, { bars }: Era): string {
  const names = bars.flatMap((index) => PRINT_BARS[index] ?? []).map((bar) => barName(i18n, bar))
  return names.length === 0
    ? i18n._({ id: 'time.era.mixed', message: 'A bit of everything' })
    : new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)
}

/** The number of months from one to another, both included. */
function monthCount(from: string, to: string): number {
  const [[fromYear = 0, fromMonth = 0], [toYear = 0, toMonth = 0]] = [from, to].map((date) => date.split('-').map(Number)) as [
    number[],
    number[],
  ]
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1
}

/** A bar of the print at the beginning and at the end, from 0 to 100. */
export type Move = { bar: Genre | Topic; isMusic: boolean; before: number; now: number }

/** Single months vary: up to so many at each end are averaged. */
const END_MONTHS = 3
const MIN_MOVE = 10
const OTHERS: readonly string[] = ['other-music', 'other-video']

/** The bars that changed most from the first to the last months, the largest move first. */
export function movesOf(months: TasteOverTime['months']): Move[] {
  const sides = [
    { from: 0, to: MUSIC_BARS },
    { from: MUSIC_BARS, to: PRINT_BARS.length },
  ].flatMap(({ from, to }) => {
    // Months without music are left out of the music side.
    const withBars = months.flatMap(({ bars }) => (bars?.slice(from, to).some((height) => height > 0) ? [bars] : []))
    const ends = Math.min(END_MONTHS, Math.floor(withBars.length / 2))
    if (ends === 0) return []
    const [first, last] = [withBars.slice(0, ends), withBars.slice(-ends)]
    return PRINT_BARS.slice(from, to).map((bar, index): Move => {
      const mean = (part: readonly number[][]) => Math.round(part.reduce((sum, bars) => sum + (bars[from + index] ?? 0), 0) / part.length)
      return { bar, isMusic: from === 0, before: mean(first), now: mean(last) }
    })
  })
  return sides
    .filter(({ bar, before, now }) => Math.abs(now - before) >= MIN_MOVE && !OTHERS.includes(bar))
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
}

/** The largest move, and the largest in the other direction on the same side: music does not become video. */
export function headline(moves: readonly Move[]): { from?: Move; to?: Move } {
  const [largest] = moves
  if (!largest) return {}
  const hasRisen = ({ before, now }: Move) => now > before
  const opposite = moves.find((move) => move.isMusic === largest.isMusic && hasRisen(move) !== hasRisen(largest))
  const [from, to] = hasRisen(largest) ? [opposite, largest] : [largest, opposite]
  return { ...(from && { from }), ...(to && { to }) }
}
