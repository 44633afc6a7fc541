import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { formatPeriod } from '#contract/taste/periods.ts'
import { recapCalls, type PictureShape, type Recap } from '#contract/taste/recaps.ts'
import { SharedPicture } from '#web/features/taste/SharedPicture.tsx'
import { callApi } from '#web/platform/api-client.ts'
import { failureOf } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Modal } from '#web/ui/inputs/Modal.ts'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { periodName } from './week.messages.ts'

type ShareRecapProps = { recap: Recap; onClose: () => void }

/** The picture of a recap, to save or share. It has no data of other people. */
export function ShareRecapDialog({ recap, onClose }: ShareRecapProps) {
  const { i18n } = useLingui()
  const [shape, setShape] = useState<PictureShape>('post')
  const period = formatPeriod(recap)
  // Drawn each time the dialog opens, because plays may have been added.
  const picture = useQuery({
    queryKey: ['recap picture', period, shape],
    queryFn: () => callApi(recapCalls.makeRecapPicture, { body: { period, shape } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={i18n._({ id: 'week.share.title', message: 'Your recap as a picture' })}
      closeButtonProps={{ 'aria-label': i18n._({ id: 'dialog.close', message: 'Close' }) }}
    >
      <div className="wl-week-share">
        <SegmentedControl<PictureShape>
          aria-label={i18n._({ id: 'week.share.shape', message: 'Format' })}
          radius="xl"
          value={shape}
          onChange={setShape}
          data={[
            { value: 'post', label: i18n._({ id: 'week.share.post', message: 'Post' }) },
            { value: 'story', label: i18n._({ id: 'week.share.story', message: 'Story' }) },
          ]}
        />
        {picture.error && <ErrorState kind={failureOf(picture.error).kind} onRetry={() => void picture.refetch()} />}
        {picture.isPending && <Skeleton shape="block" height={360} />}
        {picture.data && (
          <SharedPicture
            picture={picture.data}
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
          />
        )}
      </div>
    </Modal>
  )
}
