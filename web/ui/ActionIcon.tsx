import type { ComponentProps } from 'react'
import './ActionIcon.css'

export type ActionIconProps = ComponentProps<'button'> & {
  /** The accessible name. */
  'aria-label': string
  variant?: 'subtle' | 'default' | 'filled' | 'outline'
  /** Width and height in pixels; never under 44 on touch screens. */
  size?: number
}

/** A round icon button. */
export function ActionIcon({ variant = 'subtle', size = 40, className, style, type = 'button', ...rest }: ActionIconProps) {
  return (
    <button
      // The type is one of the three of HTML; `button` unless said otherwise.
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={className ? `wl-action ${className}` : 'wl-action'}
      data-variant={variant}
      style={{ width: size, height: size, ...style }}
      {...rest}
    />
  )
}
