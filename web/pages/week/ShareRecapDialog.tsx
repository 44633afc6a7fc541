import { useLingui } from '@lingui/react'
import { formatPeriod } from '#contract/taste/periods.ts'
import { recapCalls, type Recap } from '#contract/taste/recaps.ts'
import { SharePictureDialog } from '#web/features/taste/SharePictureDialog.tsx'
import { callApi } from '#web/platform/api-client.ts'
import { periodName } from './week.messages.ts'

type ShareRecapProps = { recap: Recap; onClose: () => void }

/** The picture of a recap, to save or share. It has no data of other people. */
export function ShareRecapDialog({ recap, onClose }: ShareRecapProps) {
  const { i18n } = useLingui()
  const period = formatPeriod(recap)
  return (
    <SharePictureDialog
      title={i18n._({ id: 'week.share.title', message: 'Your recap as a picture' })}
      subject={['recap', period]}
      make={(shape) => callApi(recapCalls.makeRecapPicture, { body: { period, shape } })}
      fileName={`recap-${period}.webp`}
      alt={i18n._({
        id: 'week.share.alt',
        message: 'What you played, {span}, with your name',
        values: { span: periodName(i18n.locale, recap) },
      })}
      note={i18n._({
        id: 'week.share.private',
        message: 'It has your name and what you played, and nothing about other people. Nobody sees it until you share it.',
      })}
      onClose={onClose}
    />
  )
}
