import { useEffect, useRef, type RefObject } from 'react'

/** Focuses an element when a value changes: a step replaced the pressed button, or the screen reader must announce the new one. */
export function useFocusOnChange<E extends HTMLElement>(value: unknown): RefObject<E | null> {
  const element = useRef<E>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    element.current?.focus({ preventScroll: true })
  }, [value])
  return element
}
