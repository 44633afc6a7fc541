import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { UploadedPicture } from '#contract/uploads.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { usePicturesReady } from '#web/platform/pictures.ts'
import { Picture } from '#web/ui/Picture.tsx'
import './PictureGrid.css'

const PictureViewer = lazyPart(async () => (await import('./PictureViewer.tsx')).PictureViewer)
const PictureBlur = lazyPart(async () => (await import('./PictureBlur.tsx')).PictureBlur)

export type PictureGridProps = {
  /** One to four. */
  pictures: readonly UploadedPicture[]
  /** Fallback alternative text with the author: "Picture 1 of Jonas". */
  alt: string
}

/** One picture in its own ratio, several in a square. The space is reserved; a click opens the viewer. */
export function PictureGrid({ pictures, alt }: PictureGridProps) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState<number | null>(null)
  const opener = useRef<HTMLButtonElement | null>(null)
  const isOpen = open !== null
  // Restores the focus to the pressed picture.
  useEffect(() => {
    if (!isOpen) return undefined
    const button = opener.current
    return () => button?.focus({ preventScroll: true })
  }, [isOpen])
  const canLoad = usePicturesReady()
  const wordsOf = (picture: UploadedPicture, index: number) =>
    picture.alt || i18n._({ id: 'pictures.unnamed', message: 'Picture {no} from {name}', values: { no: index + 1, name: alt } })
  if (pictures.length === 0) return null
  return (
    <>
      <ul className="wl-pictures" data-count={pictures.length}>
        {pictures.map((picture, index) => (
          <li key={picture.id} style={pictures.length === 1 ? { aspectRatio: shapeOf(picture) } : undefined}>
            {picture.thumbhash && <PictureBlur hash={picture.thumbhash} />}
            {canLoad && (
              <Picture
                src={picture.small_url}
                srcSet={`${picture.small_url} 640w, ${picture.url} ${picture.width}w`}
                sizes={pictures.length === 1 ? '(min-width: 600px) 560px, 90vw' : '(min-width: 600px) 280px, 45vw'}
                alt={wordsOf(picture, index)}
                loading="lazy"
                decoding="async"
                draggable={false}
              />
            )}
            <button
              type="button"
              aria-label={i18n._({ id: 'pictures.open', message: 'Show picture {no} large', values: { no: index + 1 } })}
              onClick={({ currentTarget }) => {
                opener.current = currentTarget
                setOpen(index)
              }}
            />
          </li>
        ))}
      </ul>
      {open !== null && <PictureViewer pictures={pictures} start={open} wordsOf={wordsOf} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Extreme ratios are limited, or one picture would fill the whole screen. */
const shapeOf = ({ width, height }: UploadedPicture): number => Math.min(Math.max(width / height, 0.8), 2.4)
