import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Elements this far below the screen already count as visible. */
const AHEAD = '600px'

/** Runs `run` whenever the element becomes visible while `isArmed`. */
export function useWhenVisible(element: RefObject<Element | null>, run: () => void, isArmed: boolean): void {
  const seen = useEffectEvent(run)
  useEffect(() => {
    if (!isArmed || !element.current) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && seen(), {
      rootMargin: AHEAD,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isArmed])
}
