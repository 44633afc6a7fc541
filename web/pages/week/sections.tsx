import { useLingui } from '@lingui/react'
import { IconArrowRight, IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { itemPath } from '#contract/taste/item-path.ts'
import type { BroughtItem, CloserBuddy, RecapDay, RecapItem, RecapPlayed } from '#contract/taste/recaps.ts'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import {
  broughtPath,
  broughtText,
  changeText,
  comparedText,
  dayText,
  durationText,
  freshText,
  playsText,
  tracksText,
  videosText,
} from './week.messages.ts'

/** How much was played: time where it is known, otherwise plays. */
export function PlayedTotal({ played: { music, video, seconds } }: { played: RecapPlayed }) {
  const { i18n } = useLingui()
  return (
    <>
      <p className="wl-week-total">{seconds > 0 ? durationText(i18n, seconds) : playsText(i18n, music + video)}</p>
      <p className="wl-muted">
        {music > 0 && tracksText(i18n, music)}
        {music > 0 && video > 0 && ' · '}
        {video > 0 && videosText(i18n, video)}
      </p>
    </>
  )
}

export function Played({ played }: { played: RecapPlayed }) {
  const { i18n } = useLingui()
  const { music, video, before, days, artists, tracks, channels } = played
  const compared = comparedText(i18n, music + video, before.plays)
  return (
    <>
      <div className="wl-week-head">
        <div>
          <PlayedTotal played={played} />
          {compared !== null && <p className="wl-dim wl-small">{compared}</p>}
        </div>
        <DayBars days={days} />
      </div>
      <div className="wl-week-tops">
        <Top title={i18n._({ id: 'week.top.artists', message: 'Artists' })} items={artists} />
        <Top title={i18n._({ id: 'week.top.tracks', message: 'Tracks' })} items={tracks} />
        <Top title={i18n._({ id: 'week.top.channels', message: 'Channels' })} items={channels} />
      </div>
    </>
  )
}

/** Plays by day. The heights are decoration; each day has its numbers as text. */
export function DayBars({ days }: { days: readonly RecapDay[] }) {
  const { i18n } = useLingui()
  const most = Math.max(1, ...days.map(({ music, video }) => music + video))
  return (
    <ol className="wl-week-days" aria-label={i18n._({ id: 'week.days', message: 'Plays by day' })}>
      {days.map(({ date, music, video }) => (
        <li key={date}>
          <span className="wl-week-bar" aria-hidden>
            <span data-side="video" style={{ blockSize: `${(video / most) * 100}%` }} />
            <span data-side="music" style={{ blockSize: `${(music / most) * 100}%` }} />
          </span>
          <span className="wl-dim wl-small" aria-hidden>
            {dayText(i18n.locale, date, 'narrow')}
          </span>
          <span className="wl-hidden">
            {`${dayText(i18n.locale, date, 'long')}: ${tracksText(i18n, music)}, ${videosText(i18n, video)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Top({ title, items }: { title: string; items: readonly RecapItem[] }) {
  const { i18n } = useLingui()
  if (items.length === 0) return null
  return (
    <div>
      <h3 className="wl-small wl-muted">{title}</h3>
      <ol className="wl-week-list">
        {items.map((one) => (
          <li key={one.item.id} className="wl-week-top">
            <Artwork id={one.item.id} kind={one.item.kind} size={38} />
            <span className="wl-week-text">
              <strong className="wl-line">
                <ItemName item={one.item} />
              </strong>
              <span className="wl-dim wl-small">
                {sideOf(one.item.kind) === 'video' ? videosText(i18n, one.plays) : playsText(i18n, one.plays)}
              </span>
            </span>
            <span className="wl-week-change" data-up={one.is_new || one.plays > one.before || undefined}>
              {changeText(i18n, one)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const FACES = 5

export function Fresh({ fresh }: { fresh: readonly RecapItem[] }) {
  const { i18n } = useLingui()
  const [first] = fresh
  return (
    <>
      <p className="wl-week-title">{freshText(i18n, fresh.length)}</p>
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
        {fresh.length > FACES && <li className="wl-week-more">+{new Intl.NumberFormat(i18n.locale).format(fresh.length - FACES)}</li>}
      </ul>
      {first && (
        <Button component={Link} to={itemPath(first.item)} variant="default">
          {i18n._({ id: 'week.fresh.fans', message: 'Who loves {name}?', values: { name: first.item.name } })}
        </Button>
      )}
    </>
  )
}

export function Closer({ closer }: { closer: readonly CloserBuddy[] }) {
  const { i18n } = useLingui()
  const percent = (value: number) => new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(value / 100)
  return (
    <>
      <p className="wl-dim wl-small">{i18n._({ id: 'week.closer.since', message: 'Compared with the Sunday before' })}</p>
      <ul className="wl-week-list">
        {closer.map(({ person, before, now }) => (
          <li key={person.uid} className="wl-week-top">
            <Avatar person={person} size={40} />
            <span className="wl-week-text">
              <Link to={`/view-connection/${person.uid}`} className="wl-item-name">
                <strong className="wl-line">{person.name}</strong>
              </Link>
            </span>
            <span className="wl-dim">{percent(before)}</span>
            <IconArrowRight className="wl-week-arrow" size={16} aria-label={i18n._({ id: 'week.closer.to', message: 'to' })} />
            <strong className="wl-week-change" data-up={now > before || undefined}>
              {percent(now)}
            </strong>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Brought({ brought }: { brought: readonly BroughtItem[] }) {
  const { i18n } = useLingui()
  return (
    <ul className="wl-week-list">
      {brought.map((one) => (
        <ItemRow
          key={one.item.id}
          item={one.item}
          from={one.by.name}
          about={
            <>
              <Link to={broughtPath(one)} className="wl-item-name">
                {broughtText(i18n, one)}
              </Link>
              {` · ${playsText(i18n, one.plays)}`}
            </>
          }
          action={
            <Button
              component={Link}
              to={`/chat?uid=${one.by.uid}`}
              variant="default"
              size="sm"
              aria-label={i18n._({ id: 'week.thank', message: 'Thank {name}', values: { name: one.by.name } })}
            >
              <IconMessageCircle size={18} aria-hidden />
            </Button>
          }
        />
      ))}
    </ul>
  )
}
