import type { ItemKind } from '#contract/media.ts'
import { usePicturesReady } from '#web/platform/pictures.ts'
import { gradientOf } from './gradient.ts'
import { Picture } from './Picture.tsx'
import './Artwork.css'

export type ArtworkProps = {
  id: string
  kind: ItemKind
  /** The picture's address on our server; null or a failed load shows the gradient of the ID. */
  src?: string | null
  /** Width in pixels; fills its container when omitted. */
  size?: number
}

/** The picture of an artist, track, channel or video. Decorative: the name is always beside it. */
export function Artwork({ id, kind, src = null, size }: ArtworkProps) {
  const canLoad = usePicturesReady()
  const { from, to, atX, atY } = gradientOf(id, 'artwork')
  return (
    <span
      className="wl-artwork"
      data-kind={kind}
      aria-hidden
      style={{ width: size ?? '100%', backgroundImage: `radial-gradient(circle at ${atX}% ${atY}%, ${from}, ${to} 95%)` }}
    >
      {src !== null && canLoad && <Picture src={src} alt="" loading="lazy" decoding="async" draggable={false} />}
    </span>
  )
}
