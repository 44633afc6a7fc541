import { useLingui } from '@lingui/react'
import './MatchFigure.css'

export type MatchFigureProps = {
  /** 0 to 100; null without enough data. */
  percent: number | null
  size?: 'small' | 'medium' | 'large'
  /** Shows "taste match" under the number. */
  withCaption?: boolean
}

/** The match percentage, such as 92%. */
export function MatchFigure({ percent, size = 'medium', withCaption = false }: MatchFigureProps) {
  const { i18n } = useLingui()
  const caption =
    percent === null
      ? i18n._({ id: 'match.too-early', message: 'too early to say' })
      : i18n._({ id: 'match.caption', message: 'taste match' })
  return (
    <span className="wl-figure" data-size={size} data-unknown={percent === null || undefined}>
      <span className="wl-figure-number">
        {percent ?? '–'}
        {percent !== null && <span className="wl-figure-sign">%</span>}
      </span>
      <span className={withCaption ? 'wl-figure-caption' : 'wl-hidden'}> {caption}</span>
    </span>
  )
}
