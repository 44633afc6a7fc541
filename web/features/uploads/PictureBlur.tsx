import { useMemo } from 'react'
import { thumbHashToDataURL } from 'thumbhash'

/** A blurred placeholder of a picture. */
export function PictureBlur({ hash }: { hash: string }) {
  const src = useMemo(() => pictureOf(hash), [hash])
  return src && <img className="wl-picture-blur" src={src} alt="" aria-hidden draggable={false} />
}

function pictureOf(hash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))
  } catch {
    // An invalid hash: the plain background is shown.
    return null
  }
}
