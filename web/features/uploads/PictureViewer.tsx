import { useState, type KeyboardEvent } from 'react'
import { useLingui } from '@lingui/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { UploadedPicture } from '#contract/uploads.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import './PictureViewer.css'

export type PictureViewerProps = {
  pictures: readonly UploadedPicture[]
  /** Index of the first shown picture. */
  start: number
  wordsOf: (picture: UploadedPicture, index: number) => string
  onClose: () => void
}

/** A full-size picture with its description; the arrow keys show the others. */
export function PictureViewer({ pictures, start, wordsOf, onClose }: PictureViewerProps) {
  const { i18n } = useLingui()
  const [index, setIndex] = useState(start)
  const picture = pictures[index]
  const go = (by: number) => setIndex((now) => Math.min(Math.max(now + by, 0), pictures.length - 1))
  const handleKey = (event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === 'rtl'
    if (event.key === 'ArrowRight') go(isRtl ? -1 : 1)
    if (event.key === 'ArrowLeft') go(isRtl ? 1 : -1)
  }
  if (!picture) return null
  return (
    <Modal
      opened
      onClose={onClose}
      onKeyDown={handleKey}
      size="auto"
      centered
      className="wl-viewer"
      closeButtonProps={{ 'aria-label': i18n._({ id: 'pictures.close', message: 'Close' }) }}
      title={
        pictures.length > 1
          ? i18n._({ id: 'pictures.place', message: 'Picture {no} of {count}', values: { no: index + 1, count: pictures.length } })
          : i18n._({ id: 'pictures.one', message: 'Picture' })
      }
    >
      <figure>
        <Picture src={picture.url} width={picture.width} height={picture.height} alt={wordsOf(picture, index)} />
        {picture.alt && <figcaption dir="auto">{picture.alt}</figcaption>}
      </figure>
      {pictures.length > 1 && (
        <div className="wl-viewer-steps">
          <ActionIcon
            icon={IconChevronLeft}
            variant="default"
            size={44}
            aria-label={i18n._({ id: 'pictures.previous', message: 'Previous picture' })}
            aria-disabled={index === 0}
            onClick={() => go(-1)}
          />
          <ActionIcon
            icon={IconChevronRight}
            variant="default"
            size={44}
            aria-label={i18n._({ id: 'pictures.next', message: 'Next picture' })}
            aria-disabled={index === pictures.length - 1}
            onClick={() => go(1)}
          />
        </div>
      )}
    </Modal>
  )
}
