import { useEffect, type RefObject } from 'react'

/**
 * Whoever opens a conversation at a keyboard writes next, and need not pass the whole list first; so does whoever has accepted a
 * request, whose button is gone by that (`anew`). A keyboard on glass would cover what one came to read.
 */
export function useFocusWhenOpened(field: RefObject<HTMLElement | null>, anew: string): void {
  useEffect(() => {
    if (!matchMedia('(hover: hover) and (pointer: fine)').matches) return undefined
    // After the navigation has put the focus on the page. Who was brought to a message, or is busy elsewhere, stays there.
    const frame = requestAnimationFrame(() => {
      const at = document.activeElement
      if (at === document.body || at?.tagName === 'MAIN') field.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
    // Whenever it is opened anew.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [field, anew])
}
