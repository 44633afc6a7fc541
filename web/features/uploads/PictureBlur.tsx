import { useEffect, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { Picture } from '#web/ui/Picture.tsx'

/** A blurred placeholder of a picture. It is computed after the first painting, in its own task, so that the page isn't delayed. */
export function PictureBlur({ hash }: { hash: string }) {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    const task = setTimeout(() => setSrc(pictureOf(hash)))
    return () => clearTimeout(task)
  }, [hash])
  return src && <Picture className="wl-picture-blur" src={src} alt="" aria-hidden draggable={false} />
}

function pictureOf(hash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))
  } catch {
    // An invalid hash: the plain background is shown.
    return null
  }
}
