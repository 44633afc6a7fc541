import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'

export type KeepFocusProps = {
  /** When this changes, the buttons inside are others than before. */
  on: string
  className: string
  children: ReactNode
}

/**
 * Buttons that are replaced when they are used. Without this the focus would fall to the top of the page, and whoever uses
 * the keyboard would start over. Dialogs opened from inside count as inside.
 */
export function KeepFocus({ on, className, children }: KeepFocusProps) {
  const box = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  const shown = useRef(on)
  useEffect(() => {
    if (shown.current === on) return
    shown.current = on
    if (!isInside.current || document.activeElement !== document.body) return
    // The last button is the one that goes on: accept, message, connect.
    const next = [...(box.current?.querySelectorAll<HTMLElement>('button, a') ?? [])].at(-1)
    next?.focus({ preventScroll: true })
  }, [on])
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    // Null: the button is going, or the window has lost the focus. Neither means that the person went elsewhere.
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
