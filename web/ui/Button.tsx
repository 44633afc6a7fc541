/* Buttons are on every first page, and Mantine's would add 16 KB of styles; these accept the same props (docs/decisions has the
   measurements). Other controls use Mantine's. */
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import './Button.css'

export type ButtonVariant = 'filled' | 'default' | 'outline' | 'subtle' | 'danger'
type Look = {
  /** `filled` is the primary action; one per screen or card. */
  variant?: ButtonVariant
  size?: 'sm' | 'md' | 'lg'
  /** While loading, the button shows a spinner, keeps the focus and ignores clicks. */
  loading?: boolean
  fullWidth?: boolean
  leftSection?: ReactNode
  rightSection?: ReactNode
  children?: ReactNode
}
export type ButtonProps = Look & { component?: undefined } & Omit<ComponentProps<'button'>, keyof Look>
export type LinkButtonProps = Look & { component: typeof Link } & Omit<LinkProps, keyof Look>

/**
 * A button, or with `component={Link}` a link styled as one.
 * @example <Button component={Link} to="/find_buddies">Find buddies</Button>
 */
export function Button(props: ButtonProps | LinkButtonProps) {
  if (props.component) {
    const { component: Anchor, ...rest } = props
    const { look, content, others } = buttonProps(rest)
    return (
      <Anchor {...others} {...look}>
        {content}
      </Anchor>
    )
  }
  const { component: _, ...rest } = props
  const { look, content, others } = buttonProps(rest)
  const { onClick, type = 'button', ...attributes } = others
  return (
    // The type is one of HTML's three; `button` by default.
    // oxlint-disable-next-line react/button-has-type
    <button type={type} {...attributes} {...look} onClick={rest.loading ? preventClick : onClick}>
      {content}
    </button>
  )
}

function buttonProps<P extends Look & { className?: string | undefined }>(props: P) {
  const {
    variant = 'filled',
    size = 'sm',
    loading = false,
    fullWidth = false,
    leftSection,
    rightSection,
    children,
    className,
    ...others
  } = props
  const variants = {
    className: className ? `wl-button ${className}` : 'wl-button',
    'data-variant': variant,
    'data-size': size,
    'data-full': fullWidth || undefined,
    'data-loading': loading || undefined,
    'aria-busy': loading || undefined,
  }
  const content = (
    <>
      {loading && <span className="wl-spinner" aria-hidden />}
      <span className="wl-button-content">
        {leftSection}
        <span className="wl-button-label">{children}</span>
        {rightSection}
      </span>
    </>
  )
  return { look: variants, content, others }
}

// A loading button stays focusable; a disabled one would drop the focus.
function preventClick(event: MouseEvent): void {
  event.preventDefault()
}
