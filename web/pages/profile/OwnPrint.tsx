import { useLingui } from '@lingui/react'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls } from '#contract/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { ReadablePrint } from '#web/features/matching/ReadablePrint.tsx'
import { SharePrint } from '#web/features/taste/SharePrint.tsx'
import { MatchSkeleton } from './ProfileMatch.tsx'

/** The user's own taste print. */
export function OwnPrint({ uid }: { uid: Uid }) {
  const { i18n } = useLingui()
  const taste = useCall(tasteCalls.getTaste, { params: { uid } })
  if (taste.isPending) return <MatchSkeleton />
  // Without data the page below explains what to do.
  if (!taste.data?.print.some((height) => height > 0)) return null
  return (
    <div className="wl-own-print">
      <ReadablePrint
        mine={taste.data.print}
        name={null}
        label={i18n._({
          id: 'profile.print',
          message: 'Your taste print: one bar for each kind of music, then one for each kind of video',
        })}
        height={110}
        grow
        inferred={taste.data.inferred ?? []}
        idle={<Legend />}
      />
      <SharePrint />
    </div>
  )
}

function Legend() {
  const { i18n } = useLingui()
  return (
    <span className="wl-own-print-legend wl-dim">
      <span>{i18n._({ id: 'profile.print.legend', message: 'Your taste print' })}</span>
      <span className="wl-own-print-sides">
        <span data-side="music">{i18n._({ id: 'profile.print.music', message: 'music' })}</span>
        <span data-side="video">{i18n._({ id: 'profile.print.video', message: 'video' })}</span>
      </span>
    </span>
  )
}
