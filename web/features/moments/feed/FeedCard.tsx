import { useLingui } from '@lingui/react'
import { IconCloudOff } from '@tabler/icons-react'
import type { Moment } from '#contract/moments.ts'
import { Button } from '#web/ui/Button.tsx'
import { MomentActions, MomentActionsPlace } from './MomentActions.tsx'
import { MomentCard } from './MomentCard.tsx'
import { MomentMenu } from './MomentMenu.tsx'
import { useGone } from '../moments.live.ts'
import { stopWaiting, type Outgoing } from '../moments.outgoing.ts'
import { useOutgoingOf } from '../moments.shown.ts'
import './FeedCard.css'

/** One moment in a feed: with all that can be done with it, once it is posted. */
export function FeedCard({ moment, now }: { moment: Moment; now: number }) {
  const outgoing = useOutgoingOf(moment.id)
  const goneHeight = useGone(({ gone }) => gone.get(moment.id))
  if (goneHeight !== undefined) return <Gone height={goneHeight} />
  if (outgoing?.kind === 'post') {
    return <MomentCard moment={moment} now={now} heading="h2" standing={<Standing of={outgoing} />} actions={<Waiting of={outgoing} />} />
  }
  return (
    <MomentCard
      moment={moment}
      now={now}
      heading="h2"
      standing={outgoing && <Standing of={outgoing} />}
      menu={<MomentMenu moment={moment} />}
      actions={<MomentActions moment={moment} />}
    />
  )
}

/** What stands in the place of one that somebody took away while it was being looked at: as high as it was, so nothing moves. */
function Gone({ height }: { height: number | null }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-gone wl-muted" style={height === null ? undefined : { minHeight: height }}>
      {i18n._({ id: 'moments.refused.gone', message: 'This moment isn’t here any more.' })}
    </p>
  )
}

/** Where it is on its way, in a few words. */
function Standing({ of: { kind, state } }: { of: Outgoing }) {
  const { i18n } = useLingui()
  if (state === 'waiting') {
    return (
      <span className="wl-standing">
        <IconCloudOff size={14} stroke={1.8} aria-hidden />
        {i18n._({ id: 'moments.waiting', message: 'Waits for the connection' })}
      </span>
    )
  }
  return kind === 'post' ? i18n._({ id: 'moments.posting', message: 'Posting…' }) : i18n._({ id: 'moments.saving', message: 'Saving…' })
}

/** What can be done with one that nobody else has yet: nothing while it is being sent, but the place for it is there. */
function Waiting({ of: { moment, state } }: { of: Outgoing }) {
  const { i18n } = useLingui()
  if (state !== 'waiting') return <MomentActionsPlace />
  return (
    <div className="wl-waiting">
      <p className="wl-muted wl-small">
        {i18n._({ id: 'moments.waiting.more', message: 'You are offline. It is posted as soon as you are back.' })}
      </p>
      <Button variant="default" size="sm" onClick={() => stopWaiting(moment.id)}>
        {i18n._({ id: 'moments.waiting.back', message: 'Back to the composer' })}
      </Button>
    </div>
  )
}
