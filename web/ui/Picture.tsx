import { useState, type ComponentProps, type ReactNode } from 'react'
import './Picture.css'

export type PictureProps = ComponentProps<'img'> & {
  src: string
  alt: string
  /** Shown instead of a picture that can't be read. By default its description on a plain area, or nothing for decoration. */
  fallback?: ReactNode
}

/** The only `<img>` of the web: an unreadable picture never shows the browser's icon. */
export function Picture({ src, alt, fallback, className = '', ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src !== broken) return <img {...rest} className={className} src={src} alt={alt} onError={() => setBroken(src)} />
  if (fallback !== undefined) return fallback
  if (alt === '') return null
  return <span className={`wl-picture-unreadable ${className}`}>{alt}</span>
}
