import { cloneElement, useEffect, useId, useState, type ComponentProps, type ReactElement } from 'react'
import { useLingui } from '@lingui/react'
import { IconX, IconDeviceTv, IconMusic } from '@tabler/icons-react'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls, type MatchInFull } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Drawer } from '#web/ui/inputs/Drawer.ts'
import { Popover } from '#web/ui/inputs/Popover.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { Link } from 'react-router'
import { reasonsOf, weightingOf, type Reason, type Weighting } from './why.ts'
import './WhyReasons.css'
import type { I18n } from '@lingui/core'

export type WhyMatchProps = {
  uid: Uid
  percent: number
  button: ReactElement<ComponentProps<'button'>>
}

/** The explanation of a match after its button was pressed: a popover beside the button, or a sheet on phones. */
export function WhyMatch({ uid, percent, button }: WhyMatchProps) {
  const { i18n } = useLingui()
  const id = useId()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  useEffect(() => {
    // This button replaces the pressed one, which had the focus. The focus returns to the element that had it when the popover opened.
    document.getElementById(id)?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [id])
  const title = i18n._({ id: 'match.why', message: 'Why {percent}%', values: { percent } })
  const close = i18n._({ id: 'dialog.close', message: 'Close' })
  const trigger = cloneElement(button, { id, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) })
  if (isNarrow) {
    return (
      <>
        {trigger}
        <Drawer
          opened={isOpen}
          onClose={() => setOpen(false)}
          position="bottom"
          size="auto"
          title={title}
          closeButtonProps={{ 'aria-label': close, size: 44 }}
        >
          <Explanation uid={uid} />
        </Drawer>
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus withinPortal>
      <Popover.Target>{trigger}</Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId} className="wl-why-popover">
        <div className="wl-why-head">
          <h2 id={titleId}>{title}</h2>
          <ActionIcon icon={IconX} size={44} aria-label={close} onClick={() => setOpen(false)} />
        </div>
        <Explanation uid={uid} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Explanation({ uid }: { uid: Uid }) {
  const full = useCall(tasteCalls.getMatch, { params: { uid } })
  if (full.data) return <WhyReasons full={full.data} />
  if (full.error) return <ErrorState kind={full.error.failure.kind} onRetry={() => void full.refetch()} />
  return (
    <div className="wl-why" aria-hidden>
      <Skeleton height={60} shape="block" />
      <Skeleton height={170} shape="block" />
    </div>
  )
}

/** Why a match has its percentage: both parts, how they are weighted, and at most five reasons. */
function WhyReasons({ full }: { full: MatchInFull }) {
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

/** One sentence about how music and video are weighted. */
function weightingText(i18n: I18n, weighting: Weighting, percent: number): string {
  switch (weighting.kind) {
    case 'music-only':
      return i18n._({ id: 'match.why.music-only', message: 'Only music counts here: there’s too little video to compare.' })
    case 'video-only':
      return i18n._({ id: 'match.why.video-only', message: 'Only video counts here: there’s too little music to compare.' })
    case 'alike':
      return i18n._({ id: 'match.why.alike', message: 'You match about as well in music as in video.' })
    case 'weighted':
      return weightedText(i18n, weighting.music, percent)
  }
}

const HALF = 50
/** Within this many percentage points of half, both sides count alike. */
const ABOUT_HALF = 5

function weightedText(i18n: I18n, music: number, percent: number): string {
  if (Math.abs(music - HALF) <= ABOUT_HALF) {
    return i18n._({
      id: 'match.why.half',
      message: 'Music and video count about the same. {percent} lies between the two.',
      values: { percent },
    })
  }
  return music > HALF
    ? i18n._({
        id: 'match.why.more-music',
        message: 'We know more about your music than your video, so music counts for about {share}%. {percent} lies between the two.',
        values: { share: music, percent },
      })
    : i18n._({
        id: 'match.why.more-video',
        message: 'We know more about your video than your music, so video counts for about {share}%. {percent} lies between the two.',
        values: { share: 100 - music, percent },
      })
}

/** A reason for a match: "9 shared artists". */
function reasonText(i18n: I18n, { kind, shared: count }: Reason): string {
  const values = { count }
  switch (kind) {
    case 'artists':
      return i18n._({ id: 'match.why.artists', message: '{count, plural, one {# shared artist} other {# shared artists}}', values })
    case 'rare-artists':
      return i18n._({
        id: 'match.why.rare-artists',
        message: '{count, plural, one {# shared artist few people know} other {# shared artists few people know}}',
        values,
      })
    case 'hits':
      return i18n._({
        id: 'match.why.hits',
        message: '{count, plural, one {# very popular shared artist} other {# very popular shared artists}}',
        values,
      })
    case 'tracks':
      return i18n._({ id: 'match.why.tracks', message: '{count, plural, one {# shared track} other {# shared tracks}}', values })
    case 'channels':
      return i18n._({ id: 'match.why.channels', message: '{count, plural, one {# shared channel} other {# shared channels}}', values })
    case 'genres':
      return i18n._({ id: 'match.why.genres', message: 'Same genres in a similar mix' })
    case 'topics':
      return i18n._({ id: 'match.why.topics', message: 'Same topics in a similar mix' })
    case 'genres-and-topics':
      return i18n._({ id: 'match.why.genres-and-topics', message: 'Same genres and topics in a similar mix' })
    case 'listeners':
      return i18n._({ id: 'match.why.listeners', message: 'Similar listeners love what you both love' })
  }
}
