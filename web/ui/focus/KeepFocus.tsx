import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'

export type KeepFocusProps = {
  /** A change means that the buttons inside were replaced. */
  on: string
  className: string
  children: ReactNode
}

/**
 * Keeps the keyboard focus inside when a pressed button is replaced. Otherwise the focus would move to the top of the page. Dialogs
 * opened from inside count as inside.
 */
export function KeepFocus({ on, className, children }: KeepFocusProps) {
  const box = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  const shown = useRef(on)
  useEffect(() => {
    if (shown.current === on) return
    shown.current = on
    if (!isInside.current || document.activeElement !== document.body) return
    // The last button is the main one: accept, message, connect.
    const next = [...(box.current?.querySelectorAll<HTMLElement>('button, a') ?? [])].at(-1)
    next?.focus({ preventScroll: true })
  }, [on])
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    // Null: the button was removed or the window lost the focus. The user did not move the focus.
    if (relatedTarget !== null) isInside.current = false
  }
  return (
    <div
      ref={box}
      className={className}
      onFocus={() => {
        isInside.current = true
      }}
      onBlur={handleBlur}
    >
      {children}
    </div>
  )
}
