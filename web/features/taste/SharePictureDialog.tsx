import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import type { PictureShape } from '#contract/taste/recaps.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { failureOf } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SharedPicture } from './SharedPicture.tsx'

type SharePictureProps = {
  title: string
  /** The cache key of the picture's content. */
  subject: readonly string[]
  make: (shape: PictureShape) => Promise<UploadedPicture>
  fileName: string
  alt: string
  note: string
  onClose: () => void
}

/** A picture that the server draws as a post or a story, to save or share. */
export function SharePictureDialog({ title, subject, make, fileName, alt, note, onClose }: SharePictureProps) {
  const { i18n } = useLingui()
  const [shape, setShape] = useState<PictureShape>('post')
  // Drawn each time the dialog opens, because its data may have changed.
  const picture = useQuery({
    queryKey: ['shared picture', ...subject, shape],
    queryFn: () => make(shape),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Modal opened onClose={onClose} title={title}>
      <div className="wl-share-picture">
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
        {picture.data && <SharedPicture picture={picture.data} fileName={fileName} alt={alt} note={note} />}
      </div>
    </Modal>
  )
}
