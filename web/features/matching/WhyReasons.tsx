import { useLingui } from '@lingui/react'
import { IconDeviceTv, IconMusic } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { MatchInFull } from '#contract/taste/taste.ts'
import { reasonText, weightingText } from './why.messages.ts'
import { reasonsOf, weightingOf } from './why.ts'
import './WhyReasons.css'

/** Why a match has its percentage: both parts, how they are weighted, and at most five reasons. */
export function WhyReasons({ full }: { full: MatchInFull }) {
  const { i18n } = useLingui()
  const { match, person } = full
  const { percent, music_percent: music, video_percent: video } = match
  if (percent === null) return null
  return (
    <div className="wl-why">
      <div className="wl-why-sides">
        {music !== null && (
          <p data-side="music">
            <IconMusic size={18} stroke={1.8} aria-hidden />
            <span>{i18n._({ id: 'match.why.music', message: 'Music' })}</span>
            <Bar percent={music} />
          </p>
        )}
        {video !== null && (
          <p data-side="video">
            <IconDeviceTv size={18} stroke={1.8} aria-hidden />
            <span>{i18n._({ id: 'match.why.video', message: 'Video' })}</span>
            <Bar percent={video} />
          </p>
        )}
      </div>
      <p className="wl-muted wl-small">{weightingText(i18n, weightingOf({ percent, music, video }), percent)}</p>
      <ul>
        {reasonsOf(full).map((reason) => (
          <li key={reason.kind} data-kind={reason.kind}>
            <span>{reasonText(i18n, reason)}</span>
            <bdi dir="ltr">{i18n._({ id: 'match.part.points', message: '+{points, number}', values: { points: reason.points } })}</bdi>
          </li>
        ))}
      </ul>
      <div className="wl-why-foot">
        <span className="wl-dim wl-small">
          {i18n._({
            id: 'match.why.based-on',
            message: 'From {artists, plural, one {# artist} other {# artists}} and {channels, plural, one {# channel} other {# channels}}',
            values: match.based_on,
          })}
        </span>
        <Link className="wl-link" to={`/view-connection/${person.uid}`}>
          {i18n._({ id: 'match.why.all', message: 'See all in common' })}
        </Link>
      </div>
    </div>
  )
}

function Bar({ percent }: { percent: number }) {
  return (
    <>
      <span className="wl-why-track" aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      <b>{percent}%</b>
    </>
  )
}
