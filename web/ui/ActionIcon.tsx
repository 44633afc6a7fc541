import type { ComponentProps } from 'react'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import './ActionIcon.css'

export type ActionIconProps = ComponentProps<'button'> & {
  icon?: TablerIcon
  iconSize?: number
  variant?: 'subtle' | 'default' | 'filled' | 'outline'
  /** Width and height in pixels; never under 44 on touch screens. */
  size?: number
} & (
    | { /** The accessible name, also shown under the pointer. */ label: string }
    | { /** The accessible name. */ 'aria-label': string; label?: undefined }
  )

/** A round icon button. Icons that `icon` can't draw are its content. */
export function ActionIcon({
  icon: Icon,
  iconSize = 20,
  label,
  variant = 'subtle',
  size = 40,
  className,
  style,
  type = 'button',
  children = Icon && <Icon size={iconSize} stroke={1.8} aria-hidden />,
  ...rest
}: ActionIconProps) {
  return (
    <button
      // The type is one of the three of HTML; `button` unless said otherwise.
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={className ? `wl-action ${className}` : 'wl-action'}
      data-variant={variant}
      style={{ width: size, height: size, ...style }}
      {...(label !== undefined && { 'aria-label': label, title: label })}
      {...rest}
    >
      {children}
    </button>
  )
}
