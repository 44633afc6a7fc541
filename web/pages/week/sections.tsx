import { useLingui } from '@lingui/react'
import { IconArrowRight, IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { itemPath } from '#contract/taste/item-path.ts'
import type { PeriodKind } from '#contract/taste/periods.ts'
import type { BroughtItem, CloserBuddy, GaveItem, RecapActivity, RecapItem, RecapPlayed, RecapSession } from '#contract/taste/recaps.ts'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { ReadablePrint } from '#web/features/matching/print/ReadablePrint.tsx'
import { ItemActions } from '#web/features/media/items/ItemActions.tsx'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { headingText } from '#web/features/media/items/length-text.ts'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { WithLinks } from '#web/features/media/items/WithLinks.tsx'
import { partText, unitText } from '#web/pages/plays/plays.messages.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { nameList } from '#web/ui/text/name-list.ts'
import { evidenceText } from '#web/pages/view-connection/match-time.messages.ts'
import { freshText, playsText, tracksText, videosText } from './amounts.messages.ts'
import { activityText, broughtPath, broughtByText, changeText, closerText, comparedText, partLabel, sessionText } from './week.messages.ts'
import type { I18n } from '@lingui/core'
import { PRINT_BARS, MUSIC_BARS } from '#contract/taste/print.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'

/** How much was played: time where it is known, otherwise plays. */
export function PlayedTotal({ played: { music, video, length } }: { played: RecapPlayed }) {
  const { i18n } = useLingui()
  return (
    <>
      <p className="wl-week-total">{length ? headingText(i18n, length) : playsText(i18n, music + video)}</p>
      <p className="wl-muted">
        {music > 0 && tracksText(i18n, music)}
        {music > 0 && video > 0 && ' · '}
        {video > 0 && videosText(i18n, video)}
      </p>
    </>
  )
}

/** The saved, shared, and discovered items. */
export function Activity({ activity }: { activity: RecapActivity }) {
  const { i18n } = useLingui()
  const text = activityText(i18n, activity)
  return text === '' ? null : <p className="wl-muted">{text}</p>
}

export function Played({ played, kind, activity }: { played: RecapPlayed; kind: PeriodKind; activity: RecapActivity }) {
  const { i18n } = useLingui()
  const { before, bars, artists, tracks, channels } = played
  const compared = before && comparedText(i18n, kind, before.plays)
  return (
    <>
      <div className="wl-week-head">
        <div>
          <PlayedTotal played={played} />
          {compared !== null && <p className="wl-dim wl-small">{compared}</p>}
          <Activity activity={activity} />
        </div>
        <PlayBars played={played} />
      </div>
      <PrintBars bars={bars} />
      <div className="wl-week-tops">
        <Top title={i18n._({ id: 'week.top.artists', message: 'Artists' })} items={artists} />
        <Top title={i18n._({ id: 'week.top.tracks', message: 'Tracks' })} items={tracks} />
        <Top title={i18n._({ id: 'week.top.channels', message: 'Channels' })} items={channels} />
      </div>
    </>
  )
}

/** More parts than this get labels in steps. */
const MAX_LABELS = 12
const LABELS = 6

/** Plays by day, week, month, or year. The heights are decoration; each part has its numbers as text. */
export function PlayBars({ played: { unit, parts } }: { played: Pick<RecapPlayed, 'unit' | 'parts'> }) {
  const { i18n } = useLingui()
  const highest = Math.max(1, ...parts.map(({ music, video }) => music + video))
  const step = parts.length <= MAX_LABELS ? 1 : Math.ceil(parts.length / LABELS)
  return (
    <ol className="wl-week-days" data-dense={parts.length > MAX_LABELS || undefined} aria-label={unitText(i18n, unit)}>
      {parts.map(({ from, to, music, video }, index) => (
        <li key={from}>
          <span className="wl-week-bar" aria-hidden>
            <span data-side="video" style={{ blockSize: `${(video / highest) * 100}%` }} />
            <span data-side="music" style={{ blockSize: `${(music / highest) * 100}%` }} />
          </span>
          <span className="wl-dim wl-small wl-week-tick" aria-hidden>
            {index % step === 0 && partLabel(i18n.locale, unit, from, parts.length)}
          </span>
          <span className="wl-hidden">
            {`${partText(i18n.locale, unit, { from, to })}: ${tracksText(i18n, music)}, ${videosText(i18n, video)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The print of the period with its tallest bars. */
export function PrintBars({ bars }: { bars: readonly number[] }) {
  const { i18n } = useLingui()
  const highest = Math.max(...bars, 0)
  if (highest === 0) return null
  const tallest = tallestText(i18n, bars)
  return (
    <div className="wl-week-print">
      <ReadablePrint
        mine={bars.map((count) => count / highest)}
        height={90}
        label={i18n._({ id: 'week.bars', message: 'Your taste print in this period' })}
      />
      {tallest !== null && <p className="wl-muted wl-small">{tallest}</p>}
    </div>
  )
}

function Top({ title, items }: { title: string; items: readonly RecapItem[] }) {
  const { i18n } = useLingui()
  if (items.length === 0) return null
  return (
    <div>
      <header className="wl-week-top-head">
        <h3 className="wl-small wl-muted">{title}</h3>
        <PlayAll items={items.map(({ item }) => item)} of={title} />
      </header>
      <ol className="wl-week-list">
        {items.map((entry) => (
          <li key={entry.item.id} className="wl-week-top">
            <Artwork id={entry.item.id} kind={entry.item.kind} size={38} />
            <span className="wl-week-text">
              <strong className="wl-line">
                <ItemName item={entry.item} />
              </strong>
              <span className="wl-dim wl-small">
                {sideOf(entry.item.kind) === 'video' ? videosText(i18n, entry.plays) : playsText(i18n, entry.plays)}
                {changeText(i18n, entry) !== '' && ' · '}
                <span
                  className="wl-week-change"
                  data-up={entry.is_new || (entry.before !== null && entry.plays > entry.before) || undefined}
                >
                  {changeText(i18n, entry)}
                </span>
              </span>
            </span>
            <ItemActions item={entry.item} />
          </li>
        ))}
      </ol>
    </div>
  )
}

const FACES = 5

/** `count` is the number of all; `fresh` has the most played. */
export function Fresh({ fresh, count }: { fresh: readonly RecapItem[]; count: number }) {
  const { i18n } = useLingui()
  const [first] = fresh
  return (
    <>
      <p className="wl-week-title">{freshText(i18n, count)}</p>
      <ul className="wl-week-faces">
        {fresh.slice(0, FACES).map(({ item, plays }) => (
          <li key={item.id}>
            <Link to={itemPath(item)} className="wl-week-face">
              <Artwork id={item.id} kind={item.kind} />
              <strong className="wl-line wl-small">{item.name}</strong>
              <span className="wl-dim wl-small">{playsText(i18n, plays)}</span>
            </Link>
          </li>
        ))}
        {count > FACES && <li className="wl-week-more">+{new Intl.NumberFormat(i18n.locale).format(count - FACES)}</li>}
      </ul>
      {first && (
        <Button component={Link} to={itemPath(first.item)} variant="default">
          {i18n._({ id: 'week.fresh.fans', message: 'Who loves {name}?', values: { name: first.item.name } })}
        </Button>
      )}
    </>
  )
}

export function Closer({ closer, kind }: { closer: readonly CloserBuddy[]; kind: PeriodKind }) {
  const { i18n } = useLingui()
  return (
    <>
      <p className="wl-dim wl-small">{closerText(i18n, kind)}</p>
      <ul className="wl-week-list">
        {closer.map((buddy) => (
          <CloserRow key={buddy.person.uid} buddy={buddy} />
        ))}
      </ul>
    </>
  )
}

/** The first buddy with large numbers, and the others below. */
export function Nearest({ closer, kind }: { closer: readonly CloserBuddy[]; kind: PeriodKind }) {
  const { i18n } = useLingui()
  const [nearest, ...others] = closer
  if (!nearest) return null
  return (
    <>
      <p className="wl-dim wl-small">{closerText(i18n, kind)}</p>
      <div className="wl-story-nearest">
        <Avatar person={nearest.person} size={56} />
        <CloserText buddy={nearest} />
        <p>
          <CloserNumbers buddy={nearest} />
        </p>
      </div>
      <ul className="wl-week-list">
        {others.map((buddy) => (
          <CloserRow key={buddy.person.uid} buddy={buddy} />
        ))}
      </ul>
    </>
  )
}

function CloserRow({ buddy }: { buddy: CloserBuddy }) {
  return (
    <li className="wl-week-top">
      <Avatar person={buddy.person} size={40} />
      <CloserText buddy={buddy} />
      <CloserNumbers buddy={buddy} />
    </li>
  )
}

function CloserText({ buddy }: { buddy: CloserBuddy }) {
  const { i18n } = useLingui()
  const { person, why } = buddy
  const reason = closerReasonText(i18n, buddy)
  return (
    <span className="wl-week-text">
      <Link to={`/view-connection/${person.uid}`} className="wl-item-name">
        <strong className="wl-line">{person.name}</strong>
      </Link>
      {reason !== null && (
        <span className="wl-dim wl-small">
          <WithLinks text={reason} items={why && 'item' in why ? [why.item] : []} />
        </span>
      )}
    </span>
  )
}

function CloserNumbers({ buddy: { before, now } }: { buddy: CloserBuddy }) {
  const { i18n } = useLingui()
  const percent = (value: number) => new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(value / 100)
  return (
    <>
      <span className="wl-dim">{percent(before)}</span>
      <IconArrowRight className="wl-week-arrow" size={16} aria-label={i18n._({ id: 'week.closer.to', message: 'to' })} />
      <strong className="wl-week-change" data-up={now > before || undefined}>
        {percent(now)}
      </strong>
    </>
  )
}

export function Brought({ brought }: { brought: readonly BroughtItem[] }) {
  const { i18n } = useLingui()
  const title = i18n._({ id: 'week.brought', message: 'Brought by your buddies' })
  return (
    <>
      <PlayAll items={brought.map(({ item }) => item)} of={title} from={title} />
      <ul className="wl-week-list wl-week-brought">
        {brought.map((entry) => (
          <ItemRow
            key={entry.item.id}
            item={entry.item}
            from={entry.by.name}
            about={
              <>
                <Link to={broughtPath(entry)} className="wl-item-name">
                  {broughtByText(i18n, entry)}
                </Link>
                {` · ${playsText(i18n, entry.plays)}`}
              </>
            }
            action={
              <Button
                component={Link}
                to={`/chat?uid=${entry.by.uid}`}
                variant="default"
                size="sm"
                aria-label={i18n._({ id: 'week.thank', message: 'Thank {name}', values: { name: entry.by.name } })}
              >
                <IconMessageCircle size={18} aria-hidden />
              </Button>
            }
          />
        ))}
      </ul>
    </>
  )
}

/** Items that buddies played for the first time after the viewer had shown them. */
export function Gave({ gave }: { gave: readonly GaveItem[] }) {
  const { i18n } = useLingui()
  const title = i18n._({ id: 'match-time.you-brought', message: 'Brought by you' })
  return (
    <>
      <PlayAll items={gave.map(({ item }) => item)} of={title} />
      <ul className="wl-week-list">
        {gave.map((person) => (
          <li key={`${person.item.id} ${person.to.uid}`} className="wl-week-top">
            <Artwork id={person.item.id} kind={person.item.kind} size={40} />
            <span className="wl-week-text">
              <strong className="wl-line">
                <ItemName item={person.item} />
              </strong>
              <span className="wl-week-links">
                <Link to={`/view-connection/${person.to.uid}`} className="wl-item-name wl-small">
                  {i18n._({ id: 'week.gave.to', message: 'New to {name}', values: { name: person.to.name } })}
                </Link>
                <Link to={broughtPath(person)} className="wl-item-name wl-dim wl-small">
                  {evidenceText(i18n, person, null)}
                </Link>
              </span>
            </span>
            <ItemActions item={person.item} />
          </li>
        ))}
      </ul>
    </>
  )
}

const SESSION_FACES = 3

/** Shared sessions, each with its conversation. */
export function Together({ together }: { together: readonly RecapSession[] }) {
  const { i18n } = useLingui()
  return (
    <ul className="wl-week-list">
      {together.map((session) => (
        <li key={session.at} className="wl-week-top">
          <span className="wl-week-avatars">
            {session.people.slice(0, SESSION_FACES).map((person) => (
              <Avatar key={person.uid} person={person} size={40} />
            ))}
          </span>
          <span className="wl-week-text">
            <Link to={`/chat/${session.where}`} className="wl-item-name">
              <strong>
                {nameList(
                  i18n,
                  session.people.map(({ name }) => name),
                )}
              </strong>
            </Link>
            <span className="wl-dim wl-small">{sessionText(i18n, session)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** "Brought you Obongjayar", "You found Obongjayar too", or "More house than before"; null if it is not known. */
function closerReasonText(i18n: I18n, { why }: Pick<CloserBuddy, 'why'>): string | null {
  if (!why) return null
  if ('item' in why) {
    const item = why.item.name
    return why.kind === 'brought'
      ? i18n._({ id: 'week.closer.brought', message: 'Brought you {item}', values: { item } })
      : i18n._({ id: 'week.closer.found', message: 'You found {item} too', values: { item } })
  }
  const bar = PRINT_BARS[why.bar]
  if (bar === undefined) return null
  return why.kind === 'more'
    ? i18n._({ id: 'week.closer.more', message: 'More than before: {bar}', values: { bar: barName(i18n, bar) } })
    : i18n._({ id: 'week.closer.less', message: 'Less than before: {bar}', values: { bar: barName(i18n, bar) } })
}

/** "The tallest bars: Hip-hop in music, Live music in video": the tallest bars of music and of video; null without plays. */
export function tallestText(i18n: I18n, bars: readonly number[]): string | null {
  const tallest = [PRINT_BARS.slice(0, MUSIC_BARS), PRINT_BARS.slice(MUSIC_BARS)].flatMap((side, index) => {
    const counts = side.map((bar, place) => ({ bar, count: bars[index * MUSIC_BARS + place] ?? 0 }))
    const [highest] = counts.filter(({ bar, count }) => count > 0 && !bar.startsWith('other-')).toSorted((a, b) => b.count - a.count)
    return highest ? [barName(i18n, highest.bar)] : []
  })
  const [first, second] = tallest
  if (first === undefined) return null
  return second === undefined
    ? i18n._({ id: 'week.bars.one', message: 'The tallest bar: {one}', values: { one: first } })
    : i18n._({ id: 'week.bars.two', message: 'The tallest bars: {one} in music, {two} in video', values: { one: first, two: second } })
}
