import { useMemo } from 'react'
import { thumbHashToDataURL } from 'thumbhash'

/** The blurred picture that stands where the real one will be. */
export function PictureBlur({ hash }: { hash: string }) {
  const src = useMemo(() => pictureOf(hash), [hash])
  return src && <img className="wl-picture-blur" src={src} alt="" aria-hidden draggable={false} />
}

function pictureOf(hash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))
  } catch {
    // A hash that is none: the plain surface has to do.
    return null
  }
}
