import { useState } from 'react'
import type { ItemKind } from '#contract/media.ts'
import { usePicturesReady } from '#web/platform/pictures.ts'
import { gradientOf } from './gradient.ts'
import './Artwork.css'

export type ArtworkProps = {
  id: string
  kind: ItemKind
  /** Our own address of a picture; without it, or when it fails, the gradient of the id is shown. */
  src?: string | null
  /** Width in pixels; left out, it fills its container. */
  size?: number
}

/** The picture of an artist, track, channel or video. Decoration: the name always stands beside it, nothing stands on it. */
export function Artwork({ id, kind, src = null, size }: ArtworkProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const canLoad = usePicturesReady()
  const { from, to, atX, atY } = gradientOf(id, 'artwork')
  return (
    <span
      className="wl-artwork"
      data-kind={kind}
      aria-hidden
      style={{ width: size ?? '100%', backgroundImage: `radial-gradient(circle at ${atX}% ${atY}%, ${from}, ${to} 95%)` }}
    >
      {src !== null && src !== broken && canLoad && (
        <img src={src} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setBroken(src)} />
      )}
    </span>
  )
}
